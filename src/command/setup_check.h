#pragma once
// `clew setup --check`: whether clew is in the settings of an agent and works from there. The
// commands that stand in the settings are run, with made-up input and a throw-away store, so that
// what is tried is what the agent would do.

#include <string>
#include <vector>

#include "command/setup_world.h"

namespace clew {

// Whether any part of clew's stands in the settings of an agent.
bool is_set_up(Workspace& workspace, const SetupWorld& world, const KnownAgent& agent,
               SetupScope scope);

// For the user, for this project, or by a plugin.
bool is_anyhow_set_up(Workspace& workspace, const SetupWorld& world, const KnownAgent& agent);
// "Claude Code, Codex": those that are installed, and set up in no way. Empty when there is none.
std::string titles_to_set_up(Workspace& workspace);
// "Claude Code": those that are set up in some way.
std::string titles_set_up(Workspace& workspace);

// "Codex calls /old/clew, which is not there or cannot be run": one for each agent whose settings
// of the user say so.
std::vector<std::string> calls_of_gone_programs(Workspace& workspace);

// The answer has a refusal when an agent is set up and something about it does not work.
Result<Answer> check_setup(Workspace& workspace, const SetupWorld& world,
                           const std::vector<const KnownAgent*>& agents, SetupScope scope);

}  // namespace clew
