// Where things are was seen with the client's own commands:
//
//   hooks     settings.json, of the user, the project or the machine
//   servers   .claude.json beside the settings folder, .mcp.json in a project
//   plugins   settings.json, of the user or the project: "enabledPlugins": {"clew@…": true}

#include "agent_client/claude_code/client.h"

#include <algorithm>

#include "agent_client/claude_code/hook_event.h"
#include "agent_client/claude_code/transcript_reader.h"
#include "document/json/jsonc_edit.h"
#include "files/relative_path.h"

namespace clew {
namespace {

// Reading and searching tools are left out: nothing of theirs is recorded.
constexpr const char* kClaudeTools =
    "Write|Edit|MultiEdit|NotebookEdit|Bash|TodoWrite|TaskCreate|TaskUpdate|TaskList|ExitPlanMode|"
    "AskUserQuestion";
constexpr const char* kFolderVariable = "CLAUDE_CONFIG_DIR";

// Beside its folder; in it where CLAUDE_CONFIG_DIR names that, even if it is the usual one; and in
// .config.json there, which early versions made, for as long as that is there.
std::string claude_servers_file(FileSystem& files, const std::string& home,
                                const std::string& folder, const ReadVariable& variable) {
  if (folder.empty()) return "";
  const std::string early = join_path(folder, ".config.json");
  if (files.info(early)) return early;
  return join_path(variable(kFolderVariable).starts_with('/') ? folder : home, ".claude.json");
}

HookSwitch read_claude_switch(const std::string& text, SwitchLocation::Base base) {
  const auto tree = parse_settings(text);
  if (!tree) return {};
  HookSwitch found{{}, "disableAllHooks", {}};
  const Value* all = tree->find("disableAllHooks");
  if (all != nullptr && all->is_bool()) found.runs = !all->as_bool();
  const Value* managed = tree->find("allowManagedHooksOnly");
  const bool counts = base == SwitchLocation::Base::kMachine && managed != nullptr;
  if (counts && managed->as_bool()) found.besides = "allowManagedHooksOnly";
  return found;
}

bool enables_plugin(const std::string& settings) {
  constexpr std::string_view kPluginName = "clew@";  // and the marketplace it came from
  const auto tree = parse_settings(settings);
  const Value* plugins = tree ? tree->find("enabledPlugins") : nullptr;
  if (plugins == nullptr) return false;
  const auto& all = plugins->as_object();
  return std::any_of(all.begin(), all.end(), [&](const auto& entry) {
    return std::string_view(entry.first).starts_with(kPluginName) && entry.second.as_bool(false);
  });
}

bool has_claude_plugin(const PluginSearch& search) {
  const std::string project = join_path(search.project, ".claude");
  for (const char* file : {"settings.json", "settings.local.json"}) {
    if (enables_plugin(search.text_at(join_path(search.folder, file))) ||
        enables_plugin(search.text_at(join_path(project, file)))) {
      return true;
    }
  }
  return false;
}

// Before a compaction it takes plain text, which reaches the summariser.
std::string write_claude_reply(const HookEvent& event, const HookReply& reply) {
  if (event.kind != HookEventKind::kPreCompact) return write_common_reply(event, reply);
  return reply.summariser.empty() ? std::string() : reply.summariser + "\n";
}

void fill_claude_work(Value& event, const std::string& file) {
  event.set("tool_use_id", "clew-check");
  event.set("tool_name", "Write");
  event.set("tool_input", Value::Object{
                              {"file_path", file     },
                              {"content",   "hello\n"}
  });
  event.set("tool_response", Value::Object{
                                 {"type",     "create"},
                                 {"filePath", file    }
  });
}

}  // namespace

std::vector<HookRegistration> claude_hook_events(const char* tools,
                                                 const std::vector<HookRegistration>& more) {
  std::vector<HookRegistration> all{
      {"SessionStart",     "",    kReadSeconds  },
      {"UserPromptSubmit", "",    kRecordSeconds},
      {"PostToolUse",      tools, kRecordSeconds}
  };
  all.insert(all.end(), more.begin(), more.end());
  const HookRegistration later[] = {
      {"PreCompact",    "", kReadSeconds  },
      {"PostCompact",   "", kReadSeconds  },
      {"Stop",          "", kReadSeconds  },
      {"SubagentStart", "", kRecordSeconds},
      {"SubagentStop",  "", kReadSeconds  },
      {"SessionEnd",    "", kEndSeconds   }
  };
  all.insert(all.end(), std::begin(later), std::end(later));
  return all;
}

AgentClient claude_code_client() {
  using Kind = SettingsKind;
  using Base = SwitchLocation::Base;
  return {
      .name = "claude-code",
      .title = "Claude Code",
      .program = "claude",
      .min_version = "2.1.139", // before, a hook's arguments were passed over
      .folder = ".claude",
      .variable = kFolderVariable,
      .shape = HookShape::kArguments,
      .hooks = claude_hook_events(kClaudeTools, {{"PostToolUseFailure", "Bash", kRecordSeconds},
                                                 {"StopFailure", "", kRecordSeconds}}
         ),
      .locations = {{Kind::kHooks, "settings.json", ".claude/settings.json"},
                                                 {Kind::kServers, "", ".mcp.json"}},
      .afterwards = "restart Claude Code; /hooks and /mcp show clew",
      .servers_file = claude_servers_file,
      .switches = {{Base::kUser, "settings.json"},
                                                 {Base::kProject, ".claude/settings.json"},
                                                 {Base::kProject, ".claude/settings.local.json"},
                                                 {Base::kMachine, "/etc/claude-code/managed-settings.json"}},
      .read_switch = read_claude_switch,
      .has_plugin = has_claude_plugin,
      .unplug = "claude plugin uninstall clew@clew",
      .read_hook = read_claude_hook,
      .write_reply = write_claude_reply,
      .context_limit = {.bytes = 1 << 20}, // it cuts at 10,000 characters
      .trial = {"UserPromptSubmit", "PostToolUse", "SessionStart", fill_claude_work},
      .process_use = ProcessUse::kOneConversation,
      .pid_variable = "CLAUDE_PID",
      .environment_variable = "CLAUDE_ENV_FILE",
      .started_variable = "CLAUDE_PROJECT_DIR",
      .other_variable = "CURSOR_VERSION",
      .transcripts = &transcript::kClaudeTranscripts,
  };
}

}  // namespace clew
