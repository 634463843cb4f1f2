#include "interface/mcp_tools/json_to_fill_in.h"

#include <fmt/format.h>

#include "document/json/json.h"

namespace clew {

std::string json_to_fill_in(const Value& object) {
  const Value gap("…");
  std::string members;
  for (const auto& [name, value] : object.as_object()) {
    members += fmt::format("{}{}:{}", members.empty() ? "" : ",", write_json(Value(name)),
                           value == gap ? "…" : write_json(value));
  }
  return "{" + members + "}";
}

}  // namespace clew
