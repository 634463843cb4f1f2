#pragma once
// Looks at the disk and git on behalf of a session: which recorded files, artifacts and commits
// still are what was recorded. Equal content is current whatever HEAD is.

#include "brief/world.h"
#include "engine/workspace.h"

namespace clew {

enum class LookDepth {
  kNone,   // only the clock
  kQuick,  // the latest files and artifacts by content; no other process is started
  kUsual,  // the same, branch and commit, and where a file that is gone went
  kFull,   // every file and artifact, and how much is uncommitted of interrupted work
};

World look_at_world(Workspace& workspace, const Loaded& loaded, LookDepth depth);
// What drifted as answers have it: kind, subject, was, now, text and rests_on_it of each.
Value drift_value(const std::vector<Drift>& drift);

}  // namespace clew
