#include "agent_client/hook_switch.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMaxSwitches = uint64_t{4} << 20;

std::string path_of(Context& context, const SetupWorld& world, const AgentClient& agent,
                    const SwitchLocation& location) {
  switch (location.base) {
    case SwitchLocation::Base::kUser:
      return agent_folder(world, agent).empty()
                 ? ""
                 : join_path(agent_folder(world, agent), location.path);
    case SwitchLocation::Base::kProject:
      return join_path(context.project().root, location.path);
    case SwitchLocation::Base::kMachine:
      break;
  }
  return location.path;
}

}  // namespace

std::vector<HooksOff> find_hooks_off(Context& context, const SetupWorld& world,
                                     const AgentClient& agent) {
  std::vector<HooksOff> all;
  std::vector<HooksOff> besides;
  std::vector<std::string> seen;
  for (const SwitchLocation& location : agent.switches) {
    const std::string path = path_of(context, world, agent, location);
    if (path.empty() || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
    seen.push_back(path);
    const auto text = read_whole_file(context.files(), path, kMaxSwitches);
    if (!text) continue;
    const HookSwitch said = agent.read_switch(*text, location.base);
    if (said.runs.value_or(false)) all.clear();
    if (!said.runs.value_or(true)) all.push_back({path, said.setting});
    if (!said.besides.empty()) besides.push_back({path, said.besides});
  }
  all.insert(all.end(), besides.begin(), besides.end());
  return all;
}

}  // namespace clew
