#pragma once
// opencode's row of the table of clients.

#include "agent_client/client.h"

namespace clew {

AgentClient opencode_client();

}  // namespace clew
