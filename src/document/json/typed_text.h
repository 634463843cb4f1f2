#pragma once
// Values as a person types them on a command line: NAME=VALUE, where 83, true and JSON are what
// they look like and anything else is text.

#include <string>
#include <utility>

#include "base/result.h"
#include "base/value.h"

namespace clew {

// 83, 0.5, true, null and quoted text are what they look like; anything else is text.
Value typed(const std::string& text);
// Splits at the first '='; kUsage when there is none.
Result<std::pair<std::string, std::string>> split_pair(const std::string& text);

}  // namespace clew
