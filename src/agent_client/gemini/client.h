#pragma once
// Gemini CLI's row of the table of agent clients.

#include "agent_client/client.h"

namespace clew {

AgentClient gemini_client();

}  // namespace clew
