#pragma once
// A lock by existence, for folders that other programs guard in this way (feature's .state.lock):
// the file is created exclusively and holds the number of the process. It is stale when that
// process is gone, and is then taken over; and when it has been blank for ten seconds, as a power
// cut leaves it. A lock file with any other content is never judged stale. Unlike FileLock it
// outlives a killed holder; use it only where the habit is foreign.

#include <string>

#include "files/file_lock.h"
#include "files/file_system.h"

namespace clew {

// Held while it lives. REQUIRES: the folder and the machine live longer.
class PidLock {
 public:
  PidLock(Folder& folder, std::string name, FileId id)
      : folder_(&folder), name_(std::move(name)), id_(id) {}
  PidLock(PidLock&& other) noexcept
      : folder_(other.folder_), name_(std::exchange(other.name_, {})), id_(other.id_) {}
  PidLock& operator=(PidLock&&) = delete;
  ~PidLock();

 private:
  Folder* folder_;
  std::string name_;
  FileId id_;
};

Result<PidLock> take_pid_lock(Folder& folder, const std::string& name, Machine& machine,
                              Duration deadline = kLockDeadline);

}  // namespace clew
