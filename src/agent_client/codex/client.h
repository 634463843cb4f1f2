#pragma once
// Codex's row of the table of agent clients.

#include "agent_client/client.h"

namespace clew {

AgentClient codex_client();

}  // namespace clew
