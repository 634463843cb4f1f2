#include "sqlite/wal_vfs.h"

#include <cstdint>

#include "sqlite/connection.h"
#include "sqlite/preconditions.h"
#include "sqlite/wal_preallocate.h"

namespace clew {

LogVfs::LogVfs(const std::string& base) : name_(base) {
  layer_.base = sqlite3_vfs_find(base.empty() ? nullptr : base.c_str());
  if (layer_.base == nullptr) return;
  // VACUUM finds it by its name, so no two may share one.
  name_ = "clew-log-" + std::to_string(reinterpret_cast<uintptr_t>(this));
  layer_.vfs = *layer_.base;
  layer_.vfs.pNext = nullptr;
  layer_.vfs.zName = name_.c_str();
  layer_.vfs.xOpen = open;
  sqlite3_vfs_register(&layer_.vfs, 0);
}

LogVfs::~LogVfs() {
  if (layer_.base != nullptr) sqlite3_vfs_unregister(&layer_.vfs);
}

int LogVfs::open(sqlite3_vfs* vfs, sqlite3_filename path, sqlite3_file* file, int flags,
                 int* out_flags) {
  sqlite3_vfs* const base = reinterpret_cast<Layer*>(vfs)->base;
  const int there = flags & ~SQLITE_OPEN_CREATE;
  if ((flags & SQLITE_OPEN_WAL) != 0 && there != flags && presence_of(path) == Presence::kThere &&
      base->xOpen(base, path, file, there, out_flags) == SQLITE_OK) {
    return SQLITE_OK;
  }
  return base->xOpen(base, path, file, flags, out_flags);  // also when it went in between
}

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
