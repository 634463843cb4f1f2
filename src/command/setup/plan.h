#pragma once
// The plan of `clew setup`: what it would change in the settings files of one agent. Reads, and
// writes nothing; summary.h shows the changes, agent_client/settings_files.h makes them.

#include <string>
#include <vector>

#include "agent_client/installed.h"
#include "agent_client/settings_files.h"

namespace clew {

enum class SetupAim { kAdd, kRemove };

// For whom, in whose settings, and whether clew comes or goes.
struct SetupTask {
  const AgentClient& agent;
  SetupScope scope;
  SetupAim aim;
};

// One per file, also where nothing changes. kInvalid, with the file as subject, when one of them
// cannot be understood. `notes` is what people should know of it.
Result<std::vector<SettingsChange>> plan_setup(Workspace& workspace, const SetupWorld& world,
                                               const SetupTask& task,
                                               std::vector<std::string>& notes);

}  // namespace clew
