#pragma once
// The rules of an essay are looked at when it is taken up again; what is broken is told, and a
// person chooses whether to go on.

#include "command/workspace.h"

namespace clew {

// Nothing to say of a session without such a view. Without a terminal the choice is --yes (exit 2
// without it); an agent that resumes by a tool or a hook is told by the brief instead.
Status check_on_resume(Workspace& workspace, const SessionId& id);

}  // namespace clew
