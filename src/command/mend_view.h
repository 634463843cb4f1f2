#pragma once
// Recovery level 0 while somebody only looks: a view file that does not parse is restored from the
// log, under the view's own locks. Edits and what git put back wait for the next change.

#include "command/workspace.h"

namespace clew {

struct MendedView {
  bool mended = false;
  std::vector<std::string> words;  // what was done, or what the next change will do
};

// Nothing to say when the session has no view, its files can be read, or they are locked just now.
MendedView mend_view(Workspace& workspace, const SessionId& id);

}  // namespace clew
