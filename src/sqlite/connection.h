#pragma once
// One connection to a SQLite file, with its prepared statements, and the one place where SQLite's
// result codes become errors in the reader's words.

#include <sqlite3.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
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

class Connection {
 public:
  // The file must exist; nothing is read from it yet.
  static Result<std::unique_ptr<Connection>> open(const std::string& path,
                                                  const ConnectionMode& mode);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  sqlite3* handle() const { return db_; }
  const std::string& path() const { return path_; }
  bool read_only() const { return sqlite3_db_readonly(db_, "main") == 1; }

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
  void wait_for_others(int milliseconds) { sqlite3_busy_timeout(db_, milliseconds); }

  Error error(int code) const;

  // For Statement alone. Null when the text does not compile or is in use further up.
  struct Cached {
    sqlite3_stmt* statement = nullptr;
    bool lent = false;
  };
  Cached* borrow(const char* sql);

 private:
  Connection(std::unique_ptr<LogVfs> vfs, sqlite3* db, std::string path)
      : vfs_(std::move(vfs)), db_(db), path_(std::move(path)) {}

  std::unique_ptr<LogVfs> vfs_;
  sqlite3* db_;
  std::string path_;
  std::unordered_map<const char*, Cached> cache_;
};

// `code` may be extended; `message` is SQLite's own and may be empty.
Error sqlite_error(int code, const std::string& message, const std::string& path);

}  // namespace clew
