#pragma once
// An agent used a tool: its edits, commands, plan items and answered questions go to its session,
// which begins with the first edit or plan item when there is none.

#include <functional>

#include "interface/hooks/handle_event.h"
#include "session/decide.h"

namespace clew {

Status follow_work(HookHands& hands, const Moment& moment);

// One command in that session by the workspace's caller. Nothing filled in: nothing happens.
Status record_in(Workspace& workspace, const SessionId& session,
                 const std::function<void(Trial& wishes)>& fill);

}  // namespace clew
