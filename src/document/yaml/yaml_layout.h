#pragma once
// How a YAML text is laid out and quoted, so that what is added looks as if its author had written
// it. What stands nearest is looked at first.

#include <string_view>

#include "document/spans.h"
#include "document/yaml/yaml_block.h"

namespace clew {

BlockLayout detect_layout(std::string_view text, const SpanNode& root, const SpanNode& near);

// The quotes for `value` in the place of `old`: those that are there if they are around a string,
// else the layout's.
YamlQuotes quotes_for(std::string_view text, const SpanNode& old, const Value& value,
                      const BlockLayout& layout);

}  // namespace clew
