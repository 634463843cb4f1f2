#pragma once
// What clew's own parts are in a JSON settings tree, and the edits that put them there or take them
// out. Pure. Everything that is not clew's own is left where it is.
//
// HookShape::kArguments and kShell:
//   "hooks": {"PostToolUse": [{"matcher": "Write|Edit", "hooks": [HANDLER]}]}
// HookShape::kFlat:
//   "version": 1, "hooks": {"afterFileEdit": [HANDLER]}
// SettingsKind::kServers and kHooksAndServers:
//   "mcpServers": {"clew": {"command": "/usr/bin/clew", "args": ["mcp"]}}

#include <string>
#include <vector>

#include "agent_client/client.h"
#include "base/result.h"
#include "document/json/jsonc_edit.h"

namespace clew {

struct OwnParts {
  const AgentClient& agent;
  SetupScope scope;
  std::string program;
};

// Each adds to `change`; kInvalid when something else stands where clew's part belongs.
Status add_hooks(TreeChange& change, const OwnParts& parts);
void remove_hooks(TreeChange& change, const AgentClient& agent);
// `notes` says it when there is a server of the name that is not clew's; it is left alone.
Status add_server(TreeChange& change, const OwnParts& parts, std::vector<std::string>& notes);
void remove_server(TreeChange& change, const OwnParts& parts, std::vector<std::string>& notes);

// Every handler of clew's in the tree.
std::vector<Value> own_handlers(const Value& tree, const AgentClient& agent);
// Whether nothing is left but what an empty file of this agent would say.
bool is_bare(const Value& tree);

}  // namespace clew
