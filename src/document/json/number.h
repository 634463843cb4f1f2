#pragma once
// Numbers as JSON and YAML spell them, kept exactly or refused. What is spelled as an integer is an
// int64; a larger one becomes a double only when that is the same number. Other spellings are
// the nearest double. Nothing becomes infinite, and nothing becomes zero that was not.
// Refusals are kInvalid and name the number.

#include <string_view>

#include "base/result.h"
#include "base/value.h"

namespace clew {

// [-+]? ( [0-9]+ ( \. [0-9]* )? | \. [0-9]+ ) ( [eE] [-+]? [0-9]+ )?
bool is_decimal(std::string_view text);

// REQUIRES: is_decimal(text)
Result<Value> read_decimal(std::string_view text);

enum class NumberBase { kOctal = 8, kHex = 16 };

// REQUIRES: at least one digit, and digits of that base only.
Result<Value> read_digits(std::string_view digits, NumberBase base);

}  // namespace clew
