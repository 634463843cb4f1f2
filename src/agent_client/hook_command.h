#pragma once
// How a client's settings call clew: the command of a hook and of the MCP server, and how clew's
// own are known again among others.

#include <string>
#include <string_view>
#include <vector>

#include "agent_client/client.h"

namespace clew {

// The call of `clew hook` at this event.
Value wanted_handler(const AgentClient& client, const HookRegistration& hook, SetupScope scope,
                     const std::string& program);
// By its name: clew, or one with a version or a platform behind it, as clew-0.1 or clew_linux. What
// setup wrote is known again by it.
bool is_clew_program(std::string_view path);
// Whether a handler, in whatever words, calls `clew hook` for this client.
bool is_own_handler(const Value& handler, const AgentClient& client);
// The program that such a handler runs by its whole path; empty where a shell finds it.
std::string handler_program(const Value& handler, const AgentClient& client);
// The words that start what such a handler runs: a program and its arguments, or /bin/sh -c LINE.
std::vector<std::string> handler_words(const Value& handler);

// The MCP server, as mcpServers.clew says it.
Value wanted_server(const AgentClient& client, SetupScope scope, const std::string& program);
// Whether a server of that name is clew's.
bool is_own_server(const Value& server);

}  // namespace clew
