#pragma once
// An agent used a tool: its edits, commands, plan items and answered questions go to its session,
// which begins with the first edit or plan item when there is none.

#include "agent_client/hook_event.h"
#include "interface/hooks/hook_context.h"

namespace clew {

Status handle_tool_use(HookContext& context, const HookEvent& event);

}  // namespace clew
