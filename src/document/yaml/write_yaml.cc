#include "document/yaml/write_yaml.h"

#include "document/yaml/yaml_block.h"

namespace clew {

std::string write_yaml(const Value& value) {
  const BlockLayout layout;
  const std::string text = is_block_value(value)
                               ? write_block(value, 0, layout)
                               : write_yaml_scalar(value, layout.quotes, YamlContext::kBlock);
  return text + layout.newline;
}

}  // namespace clew
