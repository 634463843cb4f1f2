#include "sqlite/wal_name.h"

#include "sqlite/wal_preallocate.h"

namespace clew {

bool is_written_ahead(Connection& db) {
  constexpr sqlite3_int64 kVersions = 18;  // in the header: who may write it, who may read it
  constexpr char kAhead = 2;
  sqlite3_file* file = nullptr;
  sqlite3_file_control(db.handle(), nullptr, SQLITE_FCNTL_FILE_POINTER, &file);
  if (file == nullptr || file->pMethods == nullptr || log_of(db.handle()) == nullptr) return false;
  char versions[2] = {};
  const int code = file->pMethods->xRead(file, versions, sizeof versions, kVersions);
  return code == SQLITE_OK && versions[0] == kAhead && versions[1] == kAhead;
}

Status keep_log_name(Connection& db) {
  sqlite3_file* log = log_of(db.handle());
  if (log == nullptr) {
    CLEW_TRY(db.integer("PRAGMA user_version"));  // any read opens it
    log = log_of(db.handle());
  }
  sqlite3_int64 size = 0;
  if (log == nullptr || log->pMethods->xFileSize(log, &size) != SQLITE_OK || size > 0) {
    return success();
  }
  const int code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
  if (code != SQLITE_OK) return sqlite_error(code, "the log cannot be synced", db.path());
  return success();
}

}  // namespace clew
