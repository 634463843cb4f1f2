#pragma once
// Members of free-form trees that may not be there. Private to agent_client.

#include <string_view>

#include "base/value.h"

namespace clew::transcript {

// Null when it is absent or `object` is none.
inline const Value& member(const Value& object, std::string_view name) {
  static const Value kNothing;
  const Value* found = object.find(name);
  return found == nullptr ? kNothing : *found;
}

}  // namespace clew::transcript
