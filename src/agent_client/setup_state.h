#pragma once
// What stands of clew in the settings of agents. Nothing is run to find out.

#include <string>
#include <vector>

#include "agent_client/installed.h"

namespace clew {

// What stands in the settings of one client.
struct SetupState {
  bool present = false;  // any part of clew's
  bool current = true;   // all of it, as clew would write it now
  std::vector<Value> handlers;
  std::vector<std::string> server;  // the words that start it; empty without one
  bool other_server = false;        // one of that name which is not clew's own
};

// Adds what one settings file says.
void look_into(const std::string& text, const AgentClient& agent, const SettingsLocation& location,
               SetupState& state);
// A program that is named by its path and is not there.
bool is_gone(Context& context, const std::string& program);

// Whether any part of clew's stands in the settings of an agent.
bool is_set_up(Context& context, const SetupWorld& world, const AgentClient& agent,
               SetupScope scope);

// It has clew as a plugin or an extension (integrations/), which brings the same hooks and server.
bool has_plugin(Context& context, const SetupWorld& world, const AgentClient& agent);
// For the user, for this project, or by a plugin.
bool is_anyhow_set_up(Context& context, const SetupWorld& world, const AgentClient& agent);
// "Claude Code, Codex": those that are installed, and set up in no way. Empty when there is none.
std::string titles_to_set_up(Context& context);
// "Claude Code": those that are set up in some way.
std::string titles_set_up(Context& context);

// "Codex calls /old/clew, which is not there or cannot be run": one for each agent whose settings
// of the user say so.
std::vector<std::string> calls_of_gone_programs(Context& context);

}  // namespace clew
