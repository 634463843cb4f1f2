#pragma once
// The agents that clew can be set up in: what each is called, where its settings are, at which of
// its moments it calls clew, and how that call is spelled. Tables; nothing is read or written here.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"

namespace clew {

enum class SetupScope {
  kUser,     // this person's settings: absolute paths
  kProject,  // files that are committed: nothing happens where clew is not installed
};

// A moment of the agent that clew listens to.
struct AgentMoment {
  const char* event;
  const char* matcher;  // which tools; empty: all there are
  int seconds;          // after which the agent goes on without an answer
};

enum class HookShape {
  kArguments,  // program and arguments apart; the agent starts it without a shell
  kShell,      // one line for a shell
  kFlat,       // the same, directly in the event's list
};

enum class SettingsKind { kHooks, kServers, kHooksAndServers, kCodexConfig };

struct SettingsPlace {
  SettingsKind kind;
  const char* user;     // relative to the agent's folder of the user; empty: SetupWorld knows
  const char* project;  // relative to the project
};

// A settings file besides those that clew writes to.
struct SwitchPlace {
  enum class Base { kUser, kProject, kMachine };
  Base base;
  const char* path;  // relative to the agent's folder of the user or to the project; or absolute
};

struct KnownAgent {
  const char* name;           // "claude-code", as in `clew setup` and `clew hook`
  const char* title;          // "Claude Code"
  const char* program;        // as found in PATH
  const char* folder;         // of its settings, in the home folder
  const char* variable;       // that names another folder; may be empty
  const char* home_variable;  // that names another home folder; may be empty
  HookShape shape;
  int time_unit;  // of timeouts, as parts of a second; 0: it takes none
  std::vector<AgentMoment> moments;
  std::vector<SettingsPlace> places;
  const char* afterwards;  // what the person does next
  const char* unplug;      // takes out the plugin that brings the same; empty where there is none
  const char* least_version = "";  // of the client, where older ones would call clew amiss
  // Files that may switch all hooks off (hook_switch.h), the weaker first; each replaces
  // what those before it say. Empty where the agent has no such switch.
  std::vector<SwitchPlace> switches = {};
};

const std::vector<KnownAgent>& known_agents();
const KnownAgent* find_agent(std::string_view name);  // null when there is none
std::string name_like(std::string name);              // "claude-code" for Claude; may be empty

// The call of `clew hook` at this moment.
Value wanted_handler(const KnownAgent& agent, const AgentMoment& moment, SetupScope scope,
                     const std::string& program);
// By its name: clew, or one with a version or a platform behind it, as clew-0.1 or clew_linux. What
// setup wrote is known again by it.
bool is_clew_program(std::string_view path);
// Whether a handler, in whatever words, calls `clew hook` for this agent.
bool is_own_handler(const Value& handler, const KnownAgent& agent);
// The program that such a handler runs by its whole path; empty where a shell finds it.
std::string handler_program(const Value& handler, const KnownAgent& agent);
// The words that start what such a handler runs: a program and its arguments, or /bin/sh -c LINE.
std::vector<std::string> handler_words(const Value& handler);

// The MCP server, as mcpServers.clew says it.
Value wanted_server(const KnownAgent& agent, SetupScope scope, const std::string& program);
// Whether a server of that name is clew's.
bool is_own_server(const Value& server);

}  // namespace clew
