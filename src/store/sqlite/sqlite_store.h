#pragma once
// The event store in one SQLite file: schema.h has its tables, docs/format-event-log.md the bytes.
//
// Beside the store stand its -wal and -shm, and a .lock in which writers queue. Nobody opens the
// store's own files by another way while a connection is open: POSIX locks vanish when any of a
// process's descriptors for a file is closed.

#include <chrono>

#include "store/open_store.h"
#include "store/sqlite/database.h"
#include "store/sqlite/log_room.h"
#include "store/sqlite/remembered_reads.h"
#include "store/sqlite/remembered_session.h"
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
  // The same for what a long-lived process asks again and again.
  template <class T, class Question>
  Result<T> ask_again(RememberedReads::Known<T>& known, const std::string& key, Result<T> nothing,
                      Question&& question);
  Status catch_up_index();
  // As it is now; a long-lived process does not load again what nobody has changed.
  Result<Loaded> load_newest(Database& base, const SessionId& session);
  // The same in a turn, with its place in the log: given away, not copied, since what comes of it
  // is what will be remembered.
  Result<Loaded> load_to_change(Database& base, const SessionId& session,
                                std::optional<LogPlace>& place);
  // Lets go of a store that has been removed or replaced. A long-lived process looks once a second;
  // whoever calls this holds nothing of the connection.
  void look_for_another();
  // As log_version.h says; nothing where there is no log.
  std::optional<std::string> log_version_now();
  bool log_is_at(const std::string& version);
  // Whether there is a log whose version can be asked for.
  bool has_log();
  // The same for a long-lived process; empty when it cannot be told or nobody would ask again.
  std::string version_to_remember();
  // Before the commit of a write transaction.
  void make_room(const std::string& version);

  std::string path_;
  StoreOptions options_;
  std::optional<Database> database_;
  std::optional<SchemaState> schema_;  // as far as it was looked at
  bool ready_ = false;                 // the connection is set up for writing
  bool writes_ahead_ = false;          // its journal is a write-ahead log
  std::optional<bool> has_log_;        // the same as a reader sees it, once it was asked
  bool turn_open_ = false;
  std::chrono::steady_clock::time_point look_again_ = {};
  int frames_ = 0;  // in the write-ahead log after our last commit
  LogSize log_size_;
  RememberedSession remembered_;
  RememberedReads reads_;
  WriteLock lock_;
  std::vector<std::string> notices_;
};

}  // namespace clew
