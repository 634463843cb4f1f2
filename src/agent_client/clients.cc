#include "agent_client/clients.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr std::string_view kSafe =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-@";

// Reading and searching tools are left out: nothing of theirs is recorded.
constexpr const char* kClaudeTools =
    "Write|Edit|MultiEdit|NotebookEdit|Bash|TodoWrite|TaskCreate|TaskUpdate|TaskList|ExitPlanMode|"
    "AskUserQuestion";
constexpr const char* kCodexTools =
    "Bash|shell|exec_command|apply_patch|update_plan|request_user_input";
constexpr const char* kGeminiTools =
    "write_file|replace|run_shell_command|write_todos|exit_plan_mode|ask_user";

// Seconds after which an agent goes on without an answer, by what clew does at the moment.
constexpr int kTellSeconds = 10;   // reads the session, or looks at files
constexpr int kRecordSeconds = 5;  // one append
constexpr int kEndSeconds = 3;     // no client waits longer

using Moments = std::vector<AgentMoment>;

// Claude Code and Codex call their moments the same; `more` stands behind the tools.
Moments shared_moments(const char* tools, const Moments& more) {
  Moments all{
      {"SessionStart",     "",    kTellSeconds  },
      {"UserPromptSubmit", "",    kRecordSeconds},
      {"PostToolUse",      tools, kRecordSeconds}
  };
  all.insert(all.end(), more.begin(), more.end());
  const AgentMoment later[] = {
      {"PreCompact",    "", kTellSeconds  },
      {"PostCompact",   "", kTellSeconds  },
      {"Stop",          "", kTellSeconds  },
      {"SubagentStart", "", kRecordSeconds},
      {"SubagentStop",  "", kTellSeconds  },
      {"SessionEnd",    "", kEndSeconds   }
  };
  all.insert(all.end(), std::begin(later), std::end(later));
  return all;
}

std::vector<KnownAgent> make_agents() {
  using Kind = SettingsKind;
  using Base = SwitchPlace::Base;
  return {
      {.name = "claude-code",
       .title = "Claude Code",
       .program = "claude",
       .folder = ".claude",
       .variable = "CLAUDE_CONFIG_DIR",
       .home_variable = "",
       .shape = HookShape::kArguments,
       .time_unit = 1,
       .moments = shared_moments(kClaudeTools, {{"PostToolUseFailure", "Bash", kRecordSeconds}}),
       .places = {{Kind::kHooks, "settings.json", ".claude/settings.json"},
                  {Kind::kServers, "", ".mcp.json"}},
       .afterwards = "restart Claude Code; /hooks and /mcp show clew",
       .unplug = "claude plugin uninstall clew@clew",
       .least_version = "2.1.139",  // before, a hook's arguments were passed over
       .switches = {{Base::kUser, "settings.json"},
                    {Base::kProject, ".claude/settings.json"},
                    {Base::kProject, ".claude/settings.local.json"},
                    {Base::kMachine, "/etc/claude-code/managed-settings.json"}}},
      {.name = "codex",
       .title = "Codex",
       .program = "codex",
       .folder = ".codex",
       .variable = "CODEX_HOME",
       .home_variable = "",
       .shape = HookShape::kShell,
       .time_unit = 1,
       .moments = shared_moments(kCodexTools, {}),
       .places = {{Kind::kHooks, "hooks.json", ".codex/hooks.json"},
                  {Kind::kCodexConfig, "config.toml", ".codex/config.toml"}},
       .afterwards = "start codex and trust its hooks when it asks (/hooks shows them)",
       .unplug = "codex plugin remove clew@clew",
       .switches = {{Base::kUser, "config.toml"}, {Base::kProject, ".codex/config.toml"}}},
      {.name = "gemini",
       .title = "Gemini CLI",
       .program = "gemini",
       .folder = ".gemini",
       .variable = "",
       .home_variable = "GEMINI_CLI_HOME",
       .shape = HookShape::kShell,
       .time_unit = 1000,
       .moments = {{"SessionStart", "", kTellSeconds},
                   {"BeforeAgent", "", kRecordSeconds},
                   {"BeforeModel", "", kTellSeconds},
                   {"AfterTool", kGeminiTools, kRecordSeconds},
                   {"AfterAgent", "", kTellSeconds},
                   {"SessionEnd", "", kEndSeconds}},
       .places = {{Kind::kHooksAndServers, "settings.json", ".gemini/settings.json"}},
       .afterwards = "restart gemini in a trusted folder; /hooks panel and /mcp show clew",
       .unplug = "gemini extensions uninstall clew",
       .switches = {{Base::kUser, "settings.json"},
                    {Base::kProject, ".gemini/settings.json"},
                    {Base::kMachine, "/etc/gemini-cli/settings.json"}}},
      {.name = "cursor",
       .title = "Cursor",
       .program = "cursor",
       .folder = ".cursor",
       .variable = "",
       .home_variable = "",
       .shape = HookShape::kFlat,
       .time_unit = 0,
       .moments = {{"sessionStart", "", kTellSeconds},
                   {"beforeSubmitPrompt", "", kRecordSeconds},
                   {"afterFileEdit", "", kRecordSeconds},
                   {"afterShellExecution", "", kRecordSeconds},
                   {"preCompact", "", kTellSeconds},
                   {"stop", "", kTellSeconds},
                   {"sessionEnd", "", kEndSeconds}},
       .places = {{Kind::kHooks, "hooks.json", ".cursor/hooks.json"},
                  {Kind::kServers, "mcp.json", ".cursor/mcp.json"}},
       .afterwards = "restart Cursor; its settings show clew under Hooks and under MCP",
       .unplug = ""},
  };
}

// "…clew' hook codex": the program, by whatever path and quotes, then the verb and this agent.
bool calls_hook(std::string_view line, const std::string& agent) {
  const std::string verb = " hook " + agent;
  for (size_t at = line.find(verb); at != std::string_view::npos; at = line.find(verb, at + 1)) {
    const size_t end = at + verb.size();
    if (end < line.size() && kSafe.find(line[end]) != std::string_view::npos) continue;
    std::string_view before = line.substr(0, at);
    if (before.ends_with('\'') || before.ends_with('"')) before.remove_suffix(1);
    const size_t name = before.find_last_of("/ \t;&|('\"") + 1;
    if (is_clew_program(before.substr(name))) return true;
  }
  return false;
}

std::string hook_line(const KnownAgent& agent, SetupScope scope, const std::string& program) {
  if (scope == SetupScope::kUser) return fmt::format("{} hook {}", shell_word(program), agent.name);
  return fmt::format("command -v clew >/dev/null 2>&1 && clew hook {} || true", agent.name);
}

}  // namespace

bool is_clew_program(std::string_view path) {
  constexpr std::string_view kName = "clew";
  constexpr std::string_view kBehindIt = "-_.0123456789";
  const std::string name = last_part_of(path);
  if (!name.starts_with(kName)) return false;
  return name == kName || kBehindIt.find(name[kName.size()]) != std::string_view::npos;
}

const std::vector<KnownAgent>& known_agents() {
  static const std::vector<KnownAgent> agents = make_agents();
  return agents;
}

const KnownAgent* find_agent(std::string_view name) {
  for (const KnownAgent& agent : known_agents()) {
    if (agent.name == name) return &agent;
  }
  return nullptr;
}

std::string name_like(std::string name) {
  const auto to_small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  std::transform(name.begin(), name.end(), name.begin(), to_small);
  for (const KnownAgent& agent : known_agents()) {
    if (name.starts_with(agent.program)) return agent.name;
  }
  return "";
}

Value wanted_handler(const KnownAgent& agent, const AgentMoment& moment, SetupScope scope,
                     const std::string& program) {
  Value handler = Value::object();
  if (agent.time_unit == 1000) handler.set("name", "clew");
  if (agent.shape != HookShape::kFlat) handler.set("type", "command");
  if (agent.shape == HookShape::kArguments && scope == SetupScope::kUser) {
    handler.set("command", program);
    handler.set("args", Value::List{"hook", agent.name});
  } else {
    handler.set("command", hook_line(agent, scope, program));
  }
  if (agent.time_unit > 0) handler.set("timeout", moment.seconds * agent.time_unit);
  return handler;
}

bool is_own_handler(const Value& handler, const KnownAgent& agent) {
  const Value* command = handler.find("command");
  if (command == nullptr) return false;
  const Value* arguments = handler.find("args");
  if (arguments == nullptr) return calls_hook(command->as_string(), agent.name);
  const Value::List& words = arguments->as_list();
  return words.size() >= 2 && words[0].as_string() == "hook" &&
         words[1].as_string() == agent.name && is_clew_program(command->as_string());
}

std::string handler_program(const Value& handler, const KnownAgent& agent) {
  const Value* command = handler.find("command");
  std::string word = command == nullptr ? std::string() : command->as_string();
  if (handler.find("args") == nullptr) {
    const std::string verb = fmt::format(" hook {}", agent.name);
    if (!word.ends_with(verb)) return "";
    word.resize(word.size() - verb.size());
    if (word.size() > 1 && word.front() == '\'' && word.back() == '\'') {
      constexpr std::string_view kQuote = "'\\''";
      word = word.substr(1, word.size() - 2);
      for (size_t at = 0; (at = word.find(kQuote, at)) != std::string::npos; ++at) {
        word.replace(at, kQuote.size(), "'");
      }
    }
  }
  return word.starts_with('/') ? word : "";
}

std::vector<std::string> handler_words(const Value& handler) {
  const Value* command = handler.find("command");
  const std::string text = command == nullptr ? std::string() : command->as_string();
  const Value* arguments = handler.find("args");
  if (arguments == nullptr) return {"/bin/sh", "-c", text};
  std::vector<std::string> words{text};
  for (const Value& word : arguments->as_list()) words.push_back(word.as_string());
  return words;
}

Value wanted_server(const KnownAgent& agent, SetupScope scope, const std::string& program) {
  Value server = Value::object();
  if (agent.shape == HookShape::kArguments) server.set("type", "stdio");
  server.set("command", scope == SetupScope::kUser ? program : std::string("clew"));
  server.set("args", Value::List{"mcp"});
  return server;
}

bool is_own_server(const Value& server) {
  const Value* command = server.find("command");
  const Value* arguments = server.find("args");
  if (command == nullptr || arguments == nullptr) return false;
  const Value::List& words = arguments->as_list();
  return is_clew_program(command->as_string()) &&
         std::any_of(words.begin(), words.end(),
                     [](const Value& word) { return word.as_string() == "mcp"; });
}

}  // namespace clew
