#pragma once
// Lists and objects as YAML's block style lays them out, by indentation.

#include <cstddef>
#include <string>

#include "base/value.h"
#include "document/yaml/yaml_text.h"

namespace clew {

struct BlockLayout {
  std::string newline = "\n";
  size_t object_indent = 2;  // of an object below its name
  size_t list_indent = 2;    // of a list below its name; may be 0
  size_t dash_width = 2;     // from a dash to what follows it
  YamlQuotes quotes = YamlQuotes::kDouble;
  YamlQuotes name_quotes = YamlQuotes::kPlain;
};

// Whether the value takes lines of its own: a list or object that is not empty.
bool is_block_value(const Value& value);

// The entries of the value, which start at `column`. The first line comes without its indentation,
// the last without its line end. REQUIRES: is_block_value(value)
std::string write_block(const Value& value, size_t column, const BlockLayout& layout);

// One entry, in the same way; `name` is null for an element of a list.
std::string write_entry(const std::string* name, const Value& value, size_t column,
                        const BlockLayout& layout);

}  // namespace clew
