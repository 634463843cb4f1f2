#pragma once
// One session as a successor needs it: the brief, the fields of `status`, and with detail also its
// facts, each with its author; as fields and as text.

#include "interface/mcp_tools/session_tool.h"

namespace clew {

Result<SessionReply> session_context(SessionCall& call);

}  // namespace clew
