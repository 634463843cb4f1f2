#pragma once
// What handling a hook event needs, and how it records.

#include <functional>
#include <string>
#include <vector>

#include "agent_client/client.h"
#include "engine/session_writer.h"
#include "interface/hooks/conversation.h"
#include "session/decide.h"

namespace clew {

// The same store seen by the agent and by the person who sits there: prompts and answers are
// theirs.
struct HookContext {
  const AgentClient& client;
  Workspace& agent;
  Workspace& person;
  Conversation& conversation;
  std::vector<std::string> left_out = {};  // what was not recorded, and why: for clew's own log
};

// A workspace for another caller on the same store.
Workspace workspace_for(Workspace& workspace, Caller caller);

using FillIntents = std::function<void(Trial& intents)>;
// One command in that session by the workspace's caller. Nothing filled in: nothing happens.
Status record_in(Workspace& workspace, const SessionId& session, const FillIntents& fill);
// The same as one of several commands in a transaction.
Status record_in(SessionWriter& writer, Workspace& workspace, const FillIntents& fill);

}  // namespace clew
