// Its hooks stand in hooks.json beside config.toml, which has its servers, its sandbox, the switch
// of hooks, and its plugins: [plugins."clew@…"] with enabled = true.

#include "agent_client/codex/client.h"

#include <fmt/format.h>

#include "agent_client/claude_code/client.h"
#include "agent_client/codex/hook_event.h"
#include "agent_client/codex/hook_outcome.h"
#include "agent_client/codex/settings.h"
#include "agent_client/codex/transcript_reader.h"
#include "document/toml/toml_spans.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr const char* kCodexTools =
    "Bash|shell|exec_command|apply_patch|update_plan|request_user_input";

constexpr ConfigFormat kCodexConfig{add_to_codex, remove_from_codex, find_codex_server};

HookSwitch read_codex_switch(const std::string& text, SwitchLocation::Base) {
  HookSwitch found{{}, "features.hooks = false", {}};
  const auto document = scan_toml(text);
  if (!document) return found;
  for (const char* name : {"codex_hooks", "hooks"}) {  // as early versions called it
    const TomlEntry* entry = document->find_entry({"features", name});
    if (entry == nullptr) continue;
    found.runs = slice(text, entry->value.begin, entry->value.end) != "false";
    found.setting = fmt::format("features.{} = false", name);
  }
  return found;
}

bool has_codex_plugin(const PluginSearch& search) {
  constexpr std::string_view kPluginName = "clew@";  // and the marketplace it came from
  const std::string config = search.text_at(join_path(search.folder, "config.toml"));
  const auto document = scan_toml(config);
  if (!document) return false;
  for (const TomlTable& table : document->tables) {
    for (const TomlEntry& entry : table.entries) {
      const TomlPath& path = entry.path;
      const bool ours = path.size() == 3 && path[0] == "plugins" &&
                        path[1].starts_with(kPluginName) && path[2] == "enabled";
      const std::string_view value =
          std::string_view(config).substr(entry.value.begin, entry.value.end - entry.value.begin);
      if (ours && value == "true") return true;
    }
  }
  return false;
}

void fill_codex_work(Value& event, const std::string&) {
  event.set("tool_use_id", "clew-check");
  event.set("tool_name", "apply_patch");
  event.set("tool_input",
            Value::Object{
                {"command", "*** Begin Patch\n*** Add File: hello.txt\n+hello\n*** End Patch\n"}
  });
  event.set("tool_response", "Success. Updated the following files:\nA hello.txt\n");
}

}  // namespace

AgentClient codex_client() {
  using Kind = SettingsKind;
  using Base = SwitchLocation::Base;
  return {
      .name = "codex",
      .title = "Codex",
      .program = "codex",
      .folder = ".codex",
      .variable = "CODEX_HOME",
      .hooks = claude_hook_events(kCodexTools, {}
         ),
      .locations = {{Kind::kHooks, "hooks.json", ".codex/hooks.json"},
                                                {Kind::kConfig, "config.toml", ".codex/config.toml"}},
      .afterwards = "start codex and trust its hooks when it asks (/hooks shows them)",
      .config = &kCodexConfig,
      .switches = {{Base::kUser, "config.toml"}, {Base::kProject, ".codex/config.toml"}},
      .read_switch = read_codex_switch,
      .has_plugin = has_codex_plugin,
      .unplug = "codex plugin remove clew@clew",
      .read_hook = read_codex_hook,
      .context_limit = {.bytes = 8000}, // it cuts at about 2,500 tokens
      .trial = {"UserPromptSubmit", "PostToolUse", "SessionStart", fill_codex_work},
      .has_no_outcome = has_no_codex_outcome,
      .add_outcome = add_codex_outcome,
      .transcripts = &transcript::kCodexTranscripts,
  };
}

}  // namespace clew
