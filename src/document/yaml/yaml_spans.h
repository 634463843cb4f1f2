#pragma once
// Where the values of a YAML text stand, in bytes (spans.h). For edits that leave the rest of the
// text alone, and for positions in messages.

#include <string_view>

#include "base/result.h"
#include "document/limits.h"
#include "document/spans.h"

namespace clew {

// Refuses what parse_yaml refuses, with the same words. Positions do not count a byte order mark.
Result<LocatedTree> locate_yaml(std::string_view text, const Limits& limits = {});

// Of a text without byte order mark that parse_yaml accepts; other texts are refused or give spans
// of no use, within the text.
Result<SpanNode> find_yaml_spans(std::string_view text);

}  // namespace clew
