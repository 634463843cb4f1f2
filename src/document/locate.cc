#include "document/locate.h"

#include "document/json/json_spans.h"
#include "document/yaml/yaml_spans.h"

namespace clew {

Result<LocatedTree> locate_document(const std::string& name, std::string_view text) {
  const bool yaml = name.ends_with(".yaml") || name.ends_with(".yml");
  return yaml ? locate_yaml(text) : locate_json(text);
}

}  // namespace clew
