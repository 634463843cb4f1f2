#pragma once
// Cursor's row of the table of agent clients.

#include "agent_client/client.h"

namespace clew {

AgentClient cursor_client();

}  // namespace clew
