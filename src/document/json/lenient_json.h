#pragma once
// JSON from programs that count text in UTF-16 units: where they cut one in the middle of a pair,
// its half stands as an escape of its own (\ud83d), which is no character. It is read as U+FFFD, so
// that the rest is not lost with it; all else is as parse_json has it.

#include <string_view>

#include "base/result.h"
#include "base/value.h"
#include "document/limits.h"

namespace clew {

Result<Value> parse_cut_json(std::string_view text, const Limits& limits = {});

}  // namespace clew
