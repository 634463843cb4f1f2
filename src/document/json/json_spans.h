#pragma once
// Where the values of a JSON text stand.

#include <string_view>

#include "base/result.h"
#include "document/limits.h"
#include "document/spans.h"

namespace clew {

// Refuses what parse_json refuses, with the same words. Positions do not count a byte order mark.
Result<LocatedTree> locate_json(std::string_view text, const Limits& limits = {});

// Of a text without byte order mark that parse_json accepts; other texts are refused or give spans
// of no use, within the text.
Result<SpanNode> find_json_spans(std::string_view text);

}  // namespace clew
