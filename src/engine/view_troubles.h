#pragma once
// Lists what is wrong with a session's view files, for verbs that only look (`status`, `resume`):
// nothing is changed. What becomes of it is decided by the next change, under the view's own locks.

#include "engine/workspace.h"

namespace clew {

// A line for each file that was edited, cannot be read or has to be chosen in, with what the next
// change does about it. Empty when the session has no view, its files say what the log does, or
// they are locked just now.
std::vector<std::string> view_troubles(Workspace& workspace, const SessionId& id);
// Whether somebody edited its files since they were written: a change takes that in first.
bool has_edited_view(Workspace& workspace, const SessionId& id);

}  // namespace clew
