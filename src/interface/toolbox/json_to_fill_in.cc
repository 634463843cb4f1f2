#include "interface/toolbox/json_to_fill_in.h"

#include <fmt/format.h>

#include "command/answer.h"

namespace clew {

std::string json_to_fill_in(const Value& object) {
  const Value gap("…");
  std::string members;
  for (const auto& [name, value] : object.as_object()) {
    members += fmt::format("{}{}:{}", members.empty() ? "" : ",", json_line(Value(name)),
                           value == gap ? "…" : json_line(value));
  }
  return "{" + members + "}";
}

}  // namespace clew
