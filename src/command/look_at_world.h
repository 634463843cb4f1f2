#pragma once
// Looks at the disk and git on behalf of a session: which recorded files, artifacts and commits
// still are what was recorded. Equal content is current whatever HEAD is.

#include "brief/world.h"
#include "command/workspace.h"

namespace clew {

enum class LookDepth {
  kNone,   // only the clock
  kQuick,  // the latest files by content; no other process is started
  kFull,   // every file and artifact, the commit's ancestry, what is uncommitted
};

World look_at_world(Workspace& workspace, const Loaded& loaded, LookDepth depth);
// Where the project of this session stands on this machine now; empty when it cannot be found.
std::string project_root_of(Workspace& workspace, const Session& session);

}  // namespace clew
