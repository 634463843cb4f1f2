#pragma once
// Where the values of a JSON text stand, in bytes (spans.h), read with the same scanner as the
// parser. For edits that leave the rest of the text alone, and for positions in messages.

#include <string_view>

#include "base/result.h"
#include "document/limits.h"
#include "document/spans.h"

namespace clew {

// Refuses what parse_json refuses, with the same words. Positions do not count a byte order mark.
Result<LocatedTree> locate_json(std::string_view text, const Limits& limits = {});

// Of a text without byte order mark. Refuses what is no JSON, but not what is over a limit.
Result<SpanNode> find_json_spans(std::string_view text);

}  // namespace clew
