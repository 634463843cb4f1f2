#include "sqlite/wal_vfs.h"

#include <cstdint>

#include "sqlite/preconditions.h"
#include "sqlite/side_files.h"

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
  // Again: a journal is looked for long after the database was opened.
  constexpr int kSide = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;
  if ((flags & kSide) != 0 && !check_side_file(path, sqlite3_filename_database(path))) {
    return SQLITE_CANTOPEN;
  }
  const int there = flags & ~SQLITE_OPEN_CREATE;
  if ((flags & SQLITE_OPEN_WAL) != 0 && there != flags && presence_of(path) == Presence::kThere &&
      base->xOpen(base, path, file, there, out_flags) == SQLITE_OK) {
    return SQLITE_OK;
  }
  return base->xOpen(base, path, file, flags, out_flags);  // also when it went in between
}

}  // namespace clew
