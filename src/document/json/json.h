#pragma once
// JSON text to Value and back. parse_json(write_json(v)) == v for every finite v within the limits.
//
// Reading is strict RFC 8259: no comments, no trailing commas, no NaN, valid UTF-8 only; a leading
// byte order mark is passed over. Also refused: a key twice in one object, a number that a Value
// cannot hold exactly (number.h), a merge conflict, and whatever exceeds the limits. Refusals are
// kInvalid and start with "line 3, column 14: " wherever there is a place to point at.
// Neither function throws.

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/value.h"
#include "document/limits.h"

namespace clew {

Result<Value> parse_json(std::string_view text, const Limits& limits = {});

enum class JsonStyle {
  kCompact,  // {"a":1,"b":[true]}
  kPretty,   // two spaces a level, one value a line; no newline at the end
};

// Keeps the order. Doubles are the shortest text that reads back the same, and always read back as
// doubles (1.0 stays 1.0). JSON has no word for what is not finite: that becomes null. Control
// characters are escaped, invalid UTF-8 becomes U+FFFD.
std::string write_json(const Value& value, JsonStyle style = JsonStyle::kCompact);

}  // namespace clew
