#include "sqlite/wal_preallocate.h"

#include <algorithm>

namespace clew {
namespace {

constexpr sqlite3_int64 kLogHeader = 32;
constexpr sqlite3_int64 kFrameBytes = 24 + 2048;  // a frame's header and a page of a store
constexpr int kMinFrames = 16;                    // more than a usual commit
constexpr int kStepFrames = 128;
constexpr int kPiece = 32768;  // SQLite's files take no more than 128 KiB at once

}  // namespace

sqlite3_file* log_of(sqlite3* db) {
  sqlite3_file* log = nullptr;
  if (sqlite3_file_control(db, nullptr, SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK) {
    return nullptr;
  }
  return log == nullptr || log->pMethods == nullptr ? nullptr : log;
}

void make_room_in_log(sqlite3* db, int frames, int wanted) {
  const sqlite3_int64 most = kLogHeader + wanted * kFrameBytes;
  const sqlite3_int64 least = std::min(most, kLogHeader + (frames + kMinFrames) * kFrameBytes);
  sqlite3_file* const log = log_of(db);
  if (log == nullptr) return;
  sqlite3_int64 size = 0;
  if (log->pMethods->xFileSize(log, &size) != SQLITE_OK) return;
  if (size >= least) return;
  // Zeros are no frame: whoever reads the log stops before them.
  static constexpr char kZeros[kPiece] = {};
  const sqlite3_int64 end = std::min(most, size + kStepFrames * kFrameBytes);
  while (size < end) {
    const auto count = static_cast<int>(std::min<sqlite3_int64>(end - size, kPiece));
    if (log->pMethods->xWrite(log, kZeros, count, size) != SQLITE_OK) return;
    size += count;
  }
}

}  // namespace clew
