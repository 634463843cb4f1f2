#pragma once
// The switch with which an agent's settings turn off all hooks. It may stand in any of several
// files, also in those that clew does not write to; the stronger replaces what the weaker says.

#include <string>
#include <vector>

#include "agent_client/installed.h"

namespace clew {

struct HooksOff {
  std::string file;
  std::string setting;  // "disableAllHooks"
};

// Every file whose switch keeps hooks from running here; empty when they run. What cannot be read
// says nothing: the agent cannot read it either.
std::vector<HooksOff> find_hooks_off(Context& context, const SetupWorld& world,
                                     const AgentClient& agent);

}  // namespace clew
