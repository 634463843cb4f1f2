#pragma once
// What clew does at each event of an agent's life, and what it answers. One command per event:
// the first work of a conversation begins or joins its session and is then bound to it.

#include "agent_client/hook_event.h"
#include "agent_client/hook_reply.h"
#include "interface/hooks/hook_context.h"

namespace clew {

Result<HookReply> handle_event(HookContext& context, const HookEvent& event);

}  // namespace clew
