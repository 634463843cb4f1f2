#include "sqlite/statement_cache.h"

namespace clew {

Error StatementCache::error(int code) const {
  return sqlite_error(code, sqlite3_errmsg(db_), path_);
}

StatementCache::Cached* StatementCache::borrow(const char* sql) {
  Cached& cached = cache_[sql];
  if (cached.lent) return nullptr;
  if (cached.statement == nullptr && sqlite3_prepare_v3(db_, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                                        &cached.statement, nullptr) != SQLITE_OK) {
    return nullptr;
  }
  cached.lent = true;
  return &cached;
}

void StatementCache::drop_statements() {
  for (auto& [sql, cached] : cache_) sqlite3_finalize(cached.statement);
  cache_.clear();
}

Error sqlite_error(int code, const std::string& message, const std::string& path) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return make_error(ErrorCode::kFailed, "the disk is full", path, "df -h");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return make_error(ErrorCode::kCorrupt, "the store is damaged: " + message, path,
                        "clew verify --all");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return make_error(ErrorCode::kNotAllowed, "the store cannot be written", path,
                        "use --store PATH or set CLEW_STORE");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return make_error(ErrorCode::kConflict, "another program has locked the store", path,
                        "try again");
    default:
      return make_error(ErrorCode::kFailed, "the store failed: " + message, path, "clew doctor");
  }
}

}  // namespace clew
