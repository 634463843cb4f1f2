#pragma once
// SqliteTransaction: one write transaction. Begun when the queue of writers (write_lock.h) lets
// this one in, and durable when its commit returns.

#include "store/sqlite/append_position.h"
#include "store/sqlite/sqlite_reader.h"
#include "store/sqlite/store_connection.h"

namespace clew {

class SqliteTransaction : public SqliteReader<Transaction> {
 public:
  // REQUIRES: begin_write() of the connection gave `base`.
  SqliteTransaction(StoreConnection& connection, Database& base)
      : connection_(connection), base_(base) {}
  ~SqliteTransaction() override;

  using SqliteReader::load;
  // These two remember what the append after them would look up again.
  Result<Loaded> load(const SessionId& session, std::optional<Seq> at) override;
  Result<std::optional<SeenKey>> find_key(const Idempotency& key) override;
  Status put_blob(const Blob& blob) override;
  Status put_blob(const Blob& blob, const SessionId& owner) override;
  Result<Head> append(const Append& append) override;
  Result<Head> append_fork(const Fork& fork, const Append& append) override;
  Result<Head> add_session(const PreparedSession& session) override;
  Status begin_part() override;
  Status end_part(PartEnd end) override;
  using BulkWriter::restore_chain;
  Result<Head> restore_chain(const SessionId& session, const std::vector<RawEvent>& events,
                             const std::optional<Fork>& fork,
                             const std::optional<SessionId>& hashed_id) override;
  Status move_tail(const SessionId& session, Seq keep, const SessionId& side) override;
  Status absorb(const SessionId& session, const SessionId& into) override;
  Status move_keys(const SessionId& from, Seq was, const SessionId& to, Seq now) override;
  Status redact(const SessionId& session, Seq seq, const EventData& replacement) override;
  Status release_unnamed(const SessionId& session,
                         const std::function<bool(BytesView content)>& is_chosen) override;
  Status release_damaged(const SessionId& session) override;
  Status forget(const SessionId& session) override;
  Result<Hash> cut_back(const SessionId& session, Seq keep) override;
  Status remake(const SessionId& session) override;
  Status put_setting(const std::string& key, const std::string& value) override;
  Status drop_settings(const std::string& prefix) override;
  Status commit() override;
  bool lost_race() const override { return lost_race_; }

 private:
  Result<Database*> begin_read() override;
  void end_read() override {}
  // Passes a result on, and remembers when it leaves the transaction in an unknown state.
  template <class T>
  Result<T> keep(Result<T> result);
  void note_stale_snapshot(ErrorCode code);
  Result<Head> append_at(const Append& append, const std::optional<Fork>& fork);
  // kConflict when it was used before.
  Status check_key(const Idempotency& key);
  Status before_erasing();
  void scrub();
  void roll_back();
  void close();

  StoreConnection& connection_;
  Database& base_;
  bool open_ = true;
  bool spoilt_ = false;
  bool erasing_ = false;
  bool lost_race_ = false;
  std::string new_key_;  // looked for in this transaction, and not there
  // Of the session that was loaded or appended to last; anything else that changes one resets it.
  std::optional<LogLocation> location_;
};

}  // namespace clew
