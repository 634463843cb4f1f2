#pragma once
// Files that an imported session names as its work (a thesis, a task's artifacts, what agents
// wrote), so that a missing or overwritten one is noticed later. One beneath the session's own
// folder is kept, one beneath the project is hashed; nothing else is ever opened: a path in a file
// that somebody else wrote may lead anywhere.

#include "dialect/dialect.h"
#include "discovery/found_session.h"
#include "files/file_system.h"
#include "store/event_log.h"

namespace clew {

struct KeptFiles {
  std::vector<Blob> contents;
  Findings findings;  // what could not be kept, and likely secrets in what was
};
// Names each of them among the session's artifacts, with what it holds now; without that where it
// is not there, cannot be read as a plain file, or is too large. `project`: the root of the project
// that the session is filed in.
KeptFiles keep_named_files(FileSystem& files, const FoundSession& found, const std::string& project,
                           Reading& reading);

}  // namespace clew
