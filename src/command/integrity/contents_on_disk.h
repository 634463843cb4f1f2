#pragma once
// Contents of a session that the store has lost or has damaged, as files of the work still hold
// them.

#include "engine/workspace.h"

namespace clew {

struct FoundContent {
  std::string path;  // of the file, as the session calls it
  Blob blob;
};
// Of the session's artifacts; a file that holds something else now is of no use.
std::vector<FoundContent> contents_on_disk(Workspace& workspace, const Session& session);

}  // namespace clew
