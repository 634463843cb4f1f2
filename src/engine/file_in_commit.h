#pragma once
// What git's last commit says about a file, for the changes that nothing is recorded before of.

#include <optional>
#include <vector>

#include "base/line_diff.h"
#include "engine/workspace.h"
#include "project/git_content.h"

namespace clew {

struct FileInCommit {
  HeadHas has = HeadHas::kUnknown;
  Hash hash;                         // of the content before; empty: not known
  std::optional<LineChanges> lines;  // from there until now
};

struct FileNow;

// Fills in `committed` of each. Starts programs: to be done before the store is locked. What git
// does not know stays unknown, and so does the content before where the commit has the very content
// that stands there now: then the change was committed before it was told. A file that git ignores
// may be missing in the commit and old nevertheless: kUnknown.
void ask_git_for(Workspace& workspace, const std::vector<FileNow*>& files);

}  // namespace clew
