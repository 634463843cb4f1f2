#pragma once
// What tells a line of a Codex rollout from others: its content, for it has no id, and a copy in
// another file gets a time of its own. Private to agent_client.

#include <string>

#include "base/value.h"

namespace clew::transcript {

// The same for the same type and payload, in every build.
std::string line_mark(const std::string& type, const Value& payload);

}  // namespace clew::transcript
