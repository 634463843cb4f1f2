#pragma once
// The prepared statements of one database handle, each compiled once, and the one place where
// SQLite's result codes become errors in the reader's words.

#include <sqlite3.h>

#include <string>
#include <unordered_map>

#include "base/result.h"

namespace clew {

// `code` may be extended; `message` is SQLite's own and may be empty.
Error sqlite_error(int code, const std::string& message, const std::string& path);

class StatementCache {
 public:
  // Borrows the handle; whoever owns it drops the statements before closing it.
  StatementCache(sqlite3* db, std::string path) : db_(db), path_(std::move(path)) {}
  ~StatementCache() { drop_statements(); }
  StatementCache(const StatementCache&) = delete;
  StatementCache& operator=(const StatementCache&) = delete;

  sqlite3* handle() const { return db_; }
  const std::string& path() const { return path_; }
  Error error(int code) const;

  // For Statement alone. Null when the text does not compile or is in use further up.
  struct Cached {
    sqlite3_stmt* statement = nullptr;
    bool lent = false;
  };
  Cached* borrow(const char* sql);

 protected:
  void drop_statements();

 private:
  sqlite3* db_;
  std::string path_;
  std::unordered_map<const char*, Cached> cache_;
};

}  // namespace clew
