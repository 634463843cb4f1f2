#include "command/setup_switch.h"

#include <algorithm>

#include "command/setup_edit.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMostSwitches = uint64_t{4} << 20;
constexpr const char* kHooksOff = "disableAllHooks";
constexpr const char* kManagedOnly = "allowManagedHooksOnly";  // counts only for the machine

std::string path_of(Workspace& workspace, const SetupWorld& world, const KnownAgent& agent,
                    const SwitchPlace& place) {
  switch (place.base) {
    case SwitchPlace::Base::kUser:
      return agent_folder(world, agent).empty() ? ""
                                                : join_path(agent_folder(world, agent), place.path);
    case SwitchPlace::Base::kProject:
      return join_path(workspace.project().root, place.path);
    case SwitchPlace::Base::kMachine:
      break;
  }
  return place.path;
}

}  // namespace

std::vector<HooksOff> find_hooks_off(Workspace& workspace, const SetupWorld& world,
                                     const KnownAgent& agent) {
  std::vector<HooksOff> off;
  std::vector<std::string> seen;
  for (const SwitchPlace& place : agent.switches) {
    const std::string path = path_of(workspace, world, agent, place);
    if (path.empty() || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
    seen.push_back(path);
    const auto text = read_whole_file(workspace.files(), path, kMostSwitches);
    const auto tree = text ? parse_settings(*text) : Result<Value>(text.error());
    if (!tree) continue;
    const Value* all = tree->find(kHooksOff);
    if (all != nullptr && all->is_bool() && !all->as_bool()) off.clear();
    if (all != nullptr && all->as_bool()) off.push_back({path, kHooksOff});
    const Value* managed = tree->find(kManagedOnly);
    const bool counts = place.base == SwitchPlace::Base::kMachine && managed != nullptr;
    if (counts && managed->as_bool()) off.push_back({path, kManagedOnly});
  }
  return off;
}

}  // namespace clew
