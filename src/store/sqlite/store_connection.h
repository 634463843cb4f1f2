#pragma once
// This process's connection to the file of a store: how it comes to be, for reading and for
// writing, who waits for whom, and how it is tidied up.
//
// Beside the store stand its -wal and -shm, and a .lock in which writers queue. Nobody opens the
// store's own files by another way while a connection is open: POSIX locks vanish when any of a
// process's descriptors for a file is closed.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/sqlite/database.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/write_lock.h"
#include "store/store_factory.h"

namespace clew {

// A connection and what is known of the store through it.
struct OpenDatabase {
  Database database;
  std::optional<SchemaState> schema;  // as far as it was looked at
  bool ready = false;                 // set up for writing
  bool writes_ahead = false;          // its journal is a write-ahead log
};

class StoreConnection {
 public:
  StoreConnection(std::string path, StoreOptions options);

  const std::string& path() const { return path_; }
  const StoreOptions& options() const { return options_; }

  // Null when there is no store yet.
  Result<Database*> reader();
  // For a store that was read from: whether its schema is that of this program.
  bool is_current() const { return open_ && open_->schema == SchemaState::kCurrent; }
  // Lets a long-lived process go of a store that has been removed or replaced. Whoever calls this
  // holds nothing of the connection.
  void disconnect_if_moved();
  void disconnect();

  // Makes the store if need be, brings its schema up to date and begins a write transaction.
  // kConflict when the deadline passes first, and while one is open.
  Result<Database*> begin_write(Duration deadline);
  bool is_writing() const { return writing_; }
  // Before the commit of a write transaction.
  void make_room();
  // After it was committed or rolled back.
  void end_write();

  // A connection for one reader alone, in a read transaction that has begun; null when there is no
  // store yet.
  Result<std::unique_ptr<OpenDatabase>> take_snapshot();
  void give_back(std::unique_ptr<OpenDatabase> snapshot);

  // What finish() and erasing have to do with the write-ahead log.
  void tidy_up();
  void note_empty_log() { frames_ = 0; }

  void add_notice(std::string notice) { notices_.push_back(std::move(notice)); }
  std::vector<std::string> take_notices() { return std::exchange(notices_, {}); }

  // Everything in it replaced by another store's content; answers where the old one was kept.
  Result<std::string> replace_by(const std::string& backup_path);

 private:
  // Under the write lock: makes the store if need be, and brings its schema up to date.
  Result<Database*> writer();
  // kInvalid when somebody else's file stands there: nothing is put beside it.
  Status check_location();
  Status connect(ConnectionMode::Access access);
  Status connect_read_only();
  Result<SchemaState> look_at_schema();

  std::string path_;
  StoreOptions options_;
  std::unique_ptr<OpenDatabase> open_;
  bool writing_ = false;
  int frames_ = 0;  // in the write-ahead log after our last commit
  WriteLock lock_;
  std::vector<std::string> notices_;
};

}  // namespace clew
