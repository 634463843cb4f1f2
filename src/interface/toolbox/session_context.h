#pragma once
// One session as a successor needs it: the fields of `status`, with detail also its facts, each
// with its author; and the brief as text.

#include "interface/toolbox/session_tool.h"

namespace clew {

Result<SessionReply> session_context(SessionCall& call);

}  // namespace clew
