#pragma once
// One connection to a SQLite file, with its prepared statements.

#include <sqlite3.h>

#include <memory>
#include <string>

#include "base/result.h"
#include "sqlite/statement_cache.h"
#include "sqlite/wal_vfs.h"

namespace clew {

// How long a statement waits for a lock it meets inside SQLite. Writers queue outside of it, so
// this only bridges another process's opening, closing or checkpoint.
inline constexpr int kBusyMilliseconds = 5000;

struct ConnectionMode {
  enum class Access { kReadWrite, kReadOnly, kImmutable };
  Access access = Access::kReadWrite;
  std::string vfs;
};

class Connection : public StatementCache {
 public:
  // The file must exist; nothing is read from it yet.
  static Result<std::unique_ptr<Connection>> open(const std::string& path,
                                                  const ConnectionMode& mode);
  ~Connection();

  bool read_only() const { return sqlite3_db_readonly(handle(), "main") == 1; }

  // One or more statements without parameters; rows are ignored.
  Status run(const char* sql);
  // Ends the open transaction one way or the other.
  Status commit();
  Status roll_back();
  // After a write to the log failed: overwrites what reached it. The next process would take it
  // for committed, though after a failed sync the disk may not have it, and everything appended
  // behind it would be lost with it.
  void bury_failed_write();
  // The first column of the first row, 0 or empty when there is none.
  Result<int64_t> integer(const char* sql);
  Result<std::string> text(const char* sql);
  void wait_for_others(int milliseconds) { sqlite3_busy_timeout(handle(), milliseconds); }

 private:
  Connection(std::unique_ptr<LogVfs> vfs, sqlite3* db, std::string path)
      : StatementCache(db, std::move(path)), vfs_(std::move(vfs)) {}

  std::unique_ptr<LogVfs> vfs_;
};

}  // namespace clew
