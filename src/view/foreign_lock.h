#pragma once
// Takes the locks by which other programs guard a session's files, so that `clew repair` and they
// do not write at the same time.

#include <memory>
#include <optional>
#include <vector>

#include "discovery/found_session.h"
#include "files/machine.h"
#include "files/pid_lock.h"

namespace clew {

class ForeignLock {
 public:
  // Nothing is held where the dialect knows no such habit. kConflict: somebody else has it.
  Status take(Context& context, const FoundSession& found);

 private:
  SystemMachine machine_;
  std::unique_ptr<Folder> folder_;
  std::optional<PidLock> lock_;
  std::vector<FileLock> own_;  // on the files themselves
};

}  // namespace clew
