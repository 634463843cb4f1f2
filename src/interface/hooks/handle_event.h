#pragma once
// What clew does at each moment of an agent's life, and what it answers. One command per moment:
// the first work of a conversation begins or joins its session and is then bound to it.

#include "agent_client/hook_event.h"
#include "interface/hooks/conversation.h"
#include "interface/hooks/hook_answer.h"

namespace clew {

// The same store seen by the agent and by the person who sits there: prompts and answers are
// theirs.
struct HookHands {
  Workspace& agent;
  Workspace& person;
  AgentPlace& place;
  std::vector<std::string> left_out = {};  // what was not recorded, and why: for clew's own log
};

Result<HookReply> follow_moment(HookHands& hands, const Moment& moment);

// A workspace for another caller on the same store.
Workspace workspace_for(Workspace& workspace, Caller caller);

}  // namespace clew
