#include "document/yaml/yaml_block.h"

#include "document/edit.h"

namespace clew {

bool is_block_value(const Value& value) { return count_items(value) > 0; }

std::string write_block(const Value& value, size_t column, const BlockLayout& layout) {
  std::string out;
  const auto add = [&](const std::string* name, const Value& item) {
    if (!out.empty()) out += layout.newline + std::string(column, ' ');
    out += write_entry(name, item, column, layout);
  };
  for (const Value& item : value.as_list()) add(nullptr, item);
  for (const auto& [name, item] : value.as_object()) add(&name, item);
  return out;
}

std::string write_entry(const std::string* name, const Value& value, size_t column,
                        const BlockLayout& layout) {
  std::string out = "-";
  if (name != nullptr) {
    out = write_yaml_name(*name, layout.name_quotes);
    if (is_long_yaml_name(out)) out = "? " + out + layout.newline + std::string(column, ' ');
    out += ':';
  }
  if (!is_block_value(value)) {
    const size_t blanks = name == nullptr ? layout.dash_width - 1 : 1;
    return out + std::string(blanks, ' ') +
           write_yaml_scalar(value, layout.quotes, YamlContext::kBlock);
  }
  if (name == nullptr) {
    return out + std::string(layout.dash_width - 1, ' ') +
           write_block(value, column + layout.dash_width, layout);
  }
  const size_t inner = column + (value.is_list() ? layout.list_indent : layout.object_indent);
  return out + layout.newline + std::string(inner, ' ') + write_block(value, inner, layout);
}

}  // namespace clew
