#pragma once
// Room in the write-ahead log before it is needed. A sync after a file has grown writes its new
// size too, through the file system's journal; a sync of what was overwritten writes it alone.

#include <sqlite3.h>

#include <string>

namespace clew {

// Null while the store's log is not open.
sqlite3_file* log_of(sqlite3* db);

// What a process found the log's size to be. Others make it longer or shorter only when they have
// written to the store, which changes its version (log_version.h).
struct LogSize {
  sqlite3_int64 bytes = 0;
  std::string version;  // empty: has to be asked for
};

// `frames` are in the log already; there is to be room for `wanted`. `version` is the store's now,
// empty when it is not known. REQUIRES: a write transaction is open, so that nobody else writes to
// the log. A failure costs nothing but time.
void make_room_in_log(sqlite3* db, int frames, int wanted, LogSize& size,
                      const std::string& version);

}  // namespace clew
