#pragma once
// Recovery level 0 while somebody only looks: a view file that does not parse is restored from the
// log, under the view's own locks. Edits and what git put back wait for the next change.

#include "engine/workspace.h"

namespace clew {

struct MendedView {
  bool mended = false;
  std::vector<std::string> words;  // what was done, or what the next change will do
};

// Nothing to say when the session has no view, its files say what the log does, or they are locked
// just now.
MendedView mend_view(Workspace& workspace, const SessionId& id);
// Whether somebody edited its files since they were written: a change takes that in first.
bool has_edited_view(Workspace& workspace, const SessionId& id);

}  // namespace clew
