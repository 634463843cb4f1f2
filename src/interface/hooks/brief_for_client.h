#pragma once
// The brief as an agent's client takes it: within what the client lets through, looked up without
// starting another process.

#include <string>
#include <vector>

#include "agent_client/hook_reply.h"
#include "engine/workspace.h"

namespace clew {

// Of those who have `gone` it is not said that they are at work.
std::string full_brief(Workspace& workspace, const Loaded& loaded, const ContextLimit& limit,
                       const std::vector<ActorId>& gone);
// At most five lines: where it stands, next, who is at work, the call for more.
std::string five_lines(Workspace& workspace, const Loaded& loaded,
                       const std::vector<ActorId>& gone);

}  // namespace clew
