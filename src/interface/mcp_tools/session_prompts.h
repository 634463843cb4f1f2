#pragma once
// Two prompts that people pick from a menu: go on with recorded work, and hand it over.

#include <vector>

#include "interface/mcp/application.h"
#include "interface/mcp_tools/session_call.h"

namespace clew {

std::vector<McpPrompt> session_prompts();
McpReply write_session_prompt(const std::string& name, const OpenForCall& open, CallFrame frame);

}  // namespace clew
