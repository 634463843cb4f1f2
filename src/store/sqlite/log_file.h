#pragma once
// The file of a write-ahead log, read and written in fewer calls than SQLite makes. SQLite writes
// every frame in two parts, its header and its page; they go out as one. And who comes first after
// nobody had the store open reads the whole log frame by frame; several are fetched at once.
//
// A header that waits for its page is written before anything else happens to the file. So this
// asks for synchronous = FULL, which syncs the log before a commit is seen by others.

#include <sqlite3.h>

namespace clew {

class LogFile {
 public:
  // What a VFS reserves for one that stands on a file of `base`.
  static int bytes_for(const sqlite3_vfs* base);
  // As xOpen: `file` has bytes_for(base) bytes.
  static int open(sqlite3_vfs* base, sqlite3_filename path, sqlite3_file* file, int flags,
                  int* out_flags);

 private:
  static constexpr int kHeaderBytes = 24;
  static constexpr int kBufferBytes = 4 * (24 + 2048);  // four frames of a store

  static const sqlite3_io_methods kMethods;
  static LogFile& of(sqlite3_file* file) { return *reinterpret_cast<LogFile*>(file); }
  static int close(sqlite3_file* file);
  static int read(sqlite3_file* file, void* out, int count, sqlite3_int64 at);
  static int write(sqlite3_file* file, const void* data, int count, sqlite3_int64 at);
  static int truncate(sqlite3_file* file, sqlite3_int64 size);
  static int sync(sqlite3_file* file, int flags);
  static int file_size(sqlite3_file* file, sqlite3_int64* size);
  static int lock(sqlite3_file* file, int level);
  static int unlock(sqlite3_file* file, int level);
  static int check_reserved_lock(sqlite3_file* file, int* reserved);
  static int control(sqlite3_file* file, int operation, void* argument);
  static int sector_size(sqlite3_file* file);
  static int device_characteristics(sqlite3_file* file);

  sqlite3_file* base();
  const sqlite3_io_methods& methods() { return *base()->pMethods; }
  bool has_buffer();
  // Writes the header that waits, and forgets what was fetched.
  int settle();
  int read_ahead(char* out, int count, sqlite3_int64 at);

  [[maybe_unused]] sqlite3_file file_;  // first: SQLite sees only this
  char* buffer_;                        // null until it is needed
  char header_[kHeaderBytes];
  sqlite3_int64 header_at_;  // 0: none waits
  sqlite3_int64 size_;       // as it was asked for last
  sqlite3_int64 next_;       // where the next frame is read from; 0: the log is not read in order
  sqlite3_int64 fetched_at_;
  int fetched_;  // bytes of the buffer
};

}  // namespace clew
