#pragma once
// What `clew` does for agents besides verbs: the MCP server on standard input and output, hooks,
// and handing over to clew-net what talks to a network.

#include <optional>
#include <string>
#include <vector>

namespace clew {

// The exit code, when the words ask for one of these; nothing when they are any other command.
std::optional<int> serve_agents(const std::vector<std::string>& words);

}  // namespace clew
