#pragma once
// WriteLock: the queue in which writers wait for their transaction.
//
// Each blocks in flock on a file beside the store, so that the kernel wakes them; waiting inside
// SQLite starves some of eight. The lock vanishes with its process. The file is never removed: a
// waiter may already have it open.
//
// Its content is its own inode number and birth time: one that came with a folder from elsewhere
// says others, and nobody can choose a birth time.

#include <string>

#include "base/result.h"
#include "base/time.h"

namespace clew {

// What the lock at `path` says if it was made there; empty when there is none.
std::string mark_of_lock(const std::string& path);

class WriteLock {
 public:
  WriteLock() = default;
  ~WriteLock() { close(); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

  // kConflict when the deadline passes; kNotAllowed when the file cannot be made.
  Status acquire(const std::string& path, Duration deadline);
  void release();
  // Also lets go of the file: the next acquire finds it by its path again.
  void close();
  bool held() const { return held_; }

 private:
  Status check_own(const std::string& path) const;
  Status take(const std::string& path);

  int file_ = -1;
  bool held_ = false;
};

}  // namespace clew
