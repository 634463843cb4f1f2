#pragma once
// The table of agent clients that clew can be set up in and called by. A client is one row
// (client.h) from a folder of its own; nothing outside of that folder names it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent_client/client.h"

namespace clew {

const std::vector<AgentClient>& agent_clients();
const AgentClient* find_client(std::string_view name);  // null when there is none
// Whose actor it is, by its name: claude-code:8f1c is of claude-code. Null when there is none.
const AgentClient* client_of(const ActorId& actor);
std::string name_like(std::string name);  // "claude-code" for Claude; may be empty
std::string client_names();               // "claude-code, codex, …"

// What the client's JSON says; nothing for an event that clew has nothing to do at.
std::optional<HookEvent> read_hook_event(const AgentClient& client, const Value& input);

}  // namespace clew
