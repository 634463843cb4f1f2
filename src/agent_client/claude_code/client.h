#pragma once
// Claude Code's row of the table of agent clients.

#include "agent_client/client.h"

namespace clew {

AgentClient claude_code_client();

// Its hook events; Codex, which calls them the same, sends these too. `more` stands behind the
// tools.
std::vector<HookRegistration> claude_hook_events(const char* tools,
                                                 const std::vector<HookRegistration>& more);

}  // namespace clew
