#pragma once
// An exclusive lock on a file of its own, beside what it guards: that one is replaced by rename,
// and a lock on it would stay behind with the old file. The lock file is never renamed or removed.
// The system frees the lock when the holder ends, however it ends.

#include <memory>
#include <optional>
#include <string>

#include "files/backoff.h"
#include "files/file_system.h"

namespace clew {

// Held while it lives. Functions that need the lock take it as an argument.
class FileLock {
 public:
  explicit FileLock(std::unique_ptr<File> file) : file_(std::move(file)) {}

 private:
  std::unique_ptr<File> file_;
};

// state.yaml is guarded by .state.yaml.clew-lock
std::string lock_name_of(const std::string& name);

// kConflict, naming the holder where the system tells, when the deadline passes.
Result<FileLock> take_lock(Folder& folder, const std::string& lock_name, Machine& machine,
                           Duration deadline = kLockDeadline);

// The lock on the file itself, for programs that lock what they rewrite in place. Nothing when
// there is no such file, or it cannot be locked. Whoever waits for it while the file is replaced by
// rename gets the old one: this is as far as it goes.
Result<std::optional<FileLock>> take_lock_on(Folder& folder, const std::string& name,
                                             Machine& machine, Duration deadline = kLockDeadline);

// "… by git (process 4711)" with the command that shows it; for locks of any kind.
Error held_by_another(const std::string& path, std::optional<int> pid, Machine& machine,
                      Duration waited);

}  // namespace clew
