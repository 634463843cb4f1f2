#pragma once
// The name of the write-ahead log is put on the disk before anything is written to the log: the
// rule that lets LogVfs (wal_vfs.h) open a log that holds something without syncing its folder.

#include "base/result.h"
#include "sqlite/connection.h"

namespace clew {

// Whether the store's file says that it goes with a write-ahead log, as SQLite itself looks it up.
// REQUIRES: the connection has read from it.
bool is_written_ahead(Connection& db);

// Before a connection's first write: syncs an empty log, and its folder with it. REQUIRES: the
// write lock, and a store that writes ahead.
Status keep_log_name(Connection& db);

}  // namespace clew
