#pragma once
// Room in the write-ahead log before it is needed. A sync after a file has grown writes its new
// size too, through the file system's journal; a sync of what was overwritten writes it alone.
// That is for durability: where ext4's journal was aborted while clew wrote, syncs of a log that
// had grown succeeded though its new size was lost, and an acknowledged event with it (20 of 983,
// in 350 aborts); with room in the log none was lost (of 1,834, in 350).

#include <sqlite3.h>

namespace clew {

// Null while the store's log is not open.
sqlite3_file* log_of(sqlite3* db);

// `frames` are in the log already; there is to be room for `wanted`. REQUIRES: a write transaction
// is open, so that nobody else writes to the log. A failure costs nothing but time.
void make_room_in_log(sqlite3* db, int frames, int wanted);

}  // namespace clew
