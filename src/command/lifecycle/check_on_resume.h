#pragma once
// The rules of a dialect with a resume protocol are looked at when a session is taken up again;
// what is broken is told, and a person chooses whether to go on.

#include "engine/workspace.h"

namespace clew {

// Nothing to say of a session without such a view. On the command line the choice is asked, and
// without a terminal it is --yes (exit 2 without it). Whoever resumes in another way cannot be
// asked: what is broken is what this gives back, a line each.
Result<std::vector<std::string>> check_on_resume(Workspace& workspace, const SessionId& id);

}  // namespace clew
