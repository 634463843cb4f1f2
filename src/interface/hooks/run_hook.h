#pragma once
// `clew hook AGENT`: reads the agent's JSON, does its one thing, answers in the agent's contract.
// Always returns 0: a broken store, broken input or a broken clew must never stop an agent. What
// went wrong is one line in clew's own log.

#include <functional>
#include <memory>
#include <string>

#include "agent_client/hook_log.h"
#include "engine/workspace.h"
#include "interface/hooks/hook_input.h"

namespace clew {

struct HookCall {
  std::string agent;  // the name of a client in the table (agent_client/clients.h)
  std::string input;  // standard input, as hook_input.h takes it
  bool is_shortened = false;
  std::string person;  // who asks the agent: CLEW_ACTOR, else user@host
  std::string user;    // user@host: who asks where CLEW_ACTOR is the agent itself
  std::function<std::string(const char* name)> variable;  // of the environment; empty when unset
};

// Opens the workspace of a folder; an empty one is the current folder.
using OpenHookWorkspace =
    std::function<Result<std::unique_ptr<Workspace>>(const std::string& folder, Caller caller)>;

int run_hook(const HookCall& call, const OpenHookWorkspace& open, HookLog& log,
             const std::function<void(const std::string&)>& out);

}  // namespace clew
