#include "agent_client/hook_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "document/json/jsonc_edit.h"
#include "document/toml/toml_spans.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMostSwitches = uint64_t{4} << 20;

std::string path_of(Context& context, const SetupWorld& world, const KnownAgent& agent,
                    const SwitchPlace& place) {
  switch (place.base) {
    case SwitchPlace::Base::kUser:
      return agent_folder(world, agent).empty() ? ""
                                                : join_path(agent_folder(world, agent), place.path);
    case SwitchPlace::Base::kProject:
      return join_path(context.project().root, place.path);
    case SwitchPlace::Base::kMachine:
      break;
  }
  return place.path;
}

// What one file says of hooks.
struct HookSwitch {
  std::optional<bool> runs;  // of all of them; stronger files say otherwise
  std::string setting;       // that says no
  std::string besides;       // what keeps clew's from running whatever the others say; may be empty
};

HookSwitch read_codex_switch(const std::string& text) {
  HookSwitch said{{}, "features.hooks = false", {}};
  const auto document = scan_toml(text);
  if (!document) return said;
  for (const char* name : {"codex_hooks", "hooks"}) {  // as early versions called it
    const TomlEntry* entry = document->find_entry({"features", name});
    if (entry == nullptr) continue;
    said.runs = slice(text, entry->value.begin, entry->value.end) != "false";
    said.setting = fmt::format("features.{} = false", name);
  }
  return said;
}

HookSwitch read_gemini_switch(const Value& tree) {
  HookSwitch said{{}, "hooksConfig.enabled = false", {}};
  const Value* enabled = find_value(tree, {"hooksConfig", "enabled"});
  if (enabled != nullptr && enabled->is_bool()) said.runs = enabled->as_bool();
  const Value* disabled = find_value(tree, {"hooksConfig", "disabled"});
  if (disabled == nullptr) return said;
  for (const Value& name : disabled->as_list()) {
    if (name.as_string() == "clew") said.besides = "hooksConfig.disabled: clew";
  }
  return said;
}

HookSwitch read_claude_switch(const Value& tree, SwitchPlace::Base base) {
  HookSwitch said{{}, "disableAllHooks", {}};
  const Value* all = tree.find("disableAllHooks");
  if (all != nullptr && all->is_bool()) said.runs = !all->as_bool();
  const Value* managed = tree.find("allowManagedHooksOnly");
  const bool counts = base == SwitchPlace::Base::kMachine && managed != nullptr;
  if (counts && managed->as_bool()) said.besides = "allowManagedHooksOnly";
  return said;
}

HookSwitch read_switch(const KnownAgent& agent, const SwitchPlace& place, const std::string& text) {
  if (std::string_view(agent.name) == "codex") return read_codex_switch(text);
  const auto tree = parse_settings(text);
  if (!tree) return {};
  return std::string_view(agent.name) == "gemini" ? read_gemini_switch(*tree)
                                                  : read_claude_switch(*tree, place.base);
}

}  // namespace

std::vector<HooksOff> find_hooks_off(Context& context, const SetupWorld& world,
                                     const KnownAgent& agent) {
  std::vector<HooksOff> all;
  std::vector<HooksOff> besides;
  std::vector<std::string> seen;
  for (const SwitchPlace& place : agent.switches) {
    const std::string path = path_of(context, world, agent, place);
    if (path.empty() || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
    seen.push_back(path);
    const auto text = read_whole_file(context.files(), path, kMostSwitches);
    if (!text) continue;
    const HookSwitch said = read_switch(agent, place, *text);
    if (said.runs.value_or(false)) all.clear();
    if (!said.runs.value_or(true)) all.push_back({path, said.setting});
    if (!said.besides.empty()) besides.push_back({path, said.besides});
  }
  all.insert(all.end(), besides.begin(), besides.end());
  return all;
}

}  // namespace clew
