#pragma once
// Claude Code's hook input as a hook event. Pure and tolerant (hook_event.h).

#include <optional>

#include "agent_client/hook_event.h"
#include "base/value.h"

namespace clew {

std::optional<HookEvent> read_claude_hook(const Value& input);

}  // namespace clew
