#pragma once
// The name of the write-ahead log, which must be on the disk before what the log holds is
// acknowledged. SQLite cannot know whether it is, and syncs the folder again with the first sync of
// every process: a one-shot command would pay twice. We keep a rule instead: nothing is written to
// a log whose name is not on the disk (keep_log_name, wal_name.h). So one that holds something is
// opened as a file that is there, not as one to be made (LogVfs), and its folder is left alone.

#include <sqlite3.h>

#include <string>

namespace clew {

// A SQLite VFS that opens logs as said above and is in everything else the one it stands on. The
// connection that uses it must go first.
class LogVfs {
 public:
  explicit LogVfs(const std::string& base);  // its name; empty: SQLite's default
  ~LogVfs();
  LogVfs(const LogVfs&) = delete;
  LogVfs& operator=(const LogVfs&) = delete;

  // That of the base where there is none of that name, for SQLite to complain about.
  const char* name() const { return name_.c_str(); }

 private:
  struct Layer {
    sqlite3_vfs vfs;  // first: SQLite sees only this
    sqlite3_vfs* base;
  };
  static int open(sqlite3_vfs* vfs, sqlite3_filename path, sqlite3_file* file, int flags,
                  int* out_flags);

  std::string name_;
  Layer layer_{};
};

}  // namespace clew
