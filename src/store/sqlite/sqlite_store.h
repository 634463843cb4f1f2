#pragma once
// The event store in one SQLite file: schema.h has its tables, docs/format-event-log.md the bytes.
//
// Beside the store stand its -wal and -shm, and a .lock in which writers queue. Nobody opens the
// store's own files by another way while a connection is open: POSIX locks vanish when any of a
// process's descriptors for a file is closed.

#include "store/open_store.h"
#include "store/sqlite/database.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/write_lock.h"

namespace clew {

class SqliteStore : public EventStore {
 public:
  SqliteStore(std::string path, StoreOptions options);
  ~SqliteStore() override;

  Result<Loaded> load(const SessionId& session, std::optional<Seq> at) override;
  Result<std::vector<StoredEvent>> read(const SessionId& session, Seq from, size_t limit) override;
  Result<std::vector<RawEvent>> read_raw(const SessionId& session, Seq from, size_t limit) override;
  Result<std::vector<SessionCard>> list(const ListQuery& query) override;
  Result<SessionCard> card(const SessionId& session) override;
  Result<SessionId> resolve(const std::string& prefix) override;
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override;
  Result<Bytes> blob(const Hash& hash) override;
  Result<VerifyReport> verify(const std::optional<SessionId>& session) override;
  Result<std::string> setting(const std::string& key) override;
  Result<std::vector<StoreSetting>> settings(const std::string& prefix) override;
  Result<std::unique_ptr<WriteTurn>> begin_write(Duration deadline) override;
  Status backup(const std::string& path) override;
  std::vector<std::string> notices() override;
  void finish() override;

  // Everything in it replaced by another store's content; answers where the old one was kept.
  Result<std::string> replace_by(const std::string& backup_path);

 private:
  friend class SqliteTurn;

  // Null when there is no store yet.
  Result<Database*> reader();
  // Under the write lock: makes the store if need be, and brings its schema up to date.
  Result<Database*> writer();
  // kInvalid when somebody else's file stands there: nothing is put beside it.
  Status check_place();
  Status connect(ConnectionMode::Access access);
  Status connect_read_only();
  void disconnect();
  // Runs `question` on one state of the store; `nothing` is the answer when there is none.
  template <class T, class Question>
  Result<T> ask(Result<T> nothing, Question&& question);
  Status catch_up_index();
  // Lets a long-lived process go of a store that has been removed or replaced. Whoever calls this
  // holds nothing of the connection.
  void disconnect_if_moved();
  // Before the commit of a write transaction.
  void make_room();

  std::string path_;
  StoreOptions options_;
  std::optional<Database> database_;
  std::optional<SchemaState> schema_;  // as far as it was looked at
  bool ready_ = false;                 // the connection is set up for writing
  bool writes_ahead_ = false;          // its journal is a write-ahead log
  bool turn_open_ = false;
  int frames_ = 0;  // in the write-ahead log after our last commit
  WriteLock lock_;
  std::vector<std::string> notices_;
};

}  // namespace clew
