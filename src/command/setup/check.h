#pragma once
// `clew setup --check`: whether clew is in the settings of an agent and works from there. The
// commands that stand in the settings are run, with made-up input and a throw-away store, so that
// what is tried is what the agent would do.

#include <string>
#include <vector>

#include "agent_client/installed.h"
#include "engine/workspace.h"

namespace clew {

// The answer has a refusal when an agent is set up and something about it does not work.
Result<Answer> check_setup(Workspace& workspace, const SetupWorld& world,
                           const std::vector<const AgentClient*>& agents, SetupScope scope);

}  // namespace clew
