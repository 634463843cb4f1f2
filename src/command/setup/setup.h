#pragma once
// `clew setup`: the hooks and the MCP server of clew in the settings of coding agents. Alone it
// finds the agents that are installed, says what would change, asks once and writes.

#include <string>
#include <vector>

#include "agent_client/installed.h"
#include "command/verb.h"

namespace clew {

struct SetupRequest {
  std::vector<std::string> agents = {};
  bool check = false;
  bool remove = false;
  bool diff = false;
  bool user = false;
  bool project = false;
  static constexpr auto params() {
    return field_list(
        positional(
            "agents", &SetupRequest::agents, "AGENT",
            "claude-code, codex, gemini, cursor or opencode (default: those that are installed)",
            Need::kOptional),
        flag("check", &SetupRequest::check,
             "check that it works: run a hook and the server in a temporary store"),
        flag("remove", &SetupRequest::remove, "remove clew from the settings"),
        flag("diff", &SetupRequest::diff, "show every line that would change, not a summary"),
        flag("user", &SetupRequest::user, "in your own settings (the default)"),
        flag("project", &SetupRequest::project,
             "in files of this project, to be committed; silent where clew is not installed"));
  }
};

Result<Answer> setup_agents(Workspace& workspace, const SetupRequest& request);
// The same in a world that the caller knows.
Result<Answer> setup_agents_in(Workspace& workspace, const SetupWorld& world,
                               const SetupRequest& request);

}  // namespace clew
