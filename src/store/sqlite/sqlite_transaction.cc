#include "store/sqlite/sqlite_transaction.h"

#include "store/sqlite/add_session.h"
#include "store/sqlite/append.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/erase.h"
#include "store/sqlite/move_tail.h"
#include "store/sqlite/restore.h"
#include "store/sqlite/setting_table.h"
#include "store/sqlite/snapshots.h"
#include "store/sqlite/text_index.h"

namespace clew {

// A transaction that was neither committed nor rolled back is rolled back here.
SqliteTransaction::~SqliteTransaction() {
  if (!open_) return;
  roll_back();
  close();
}

template <class T>
// Remembers whether the transaction can still be committed: after a failure inside SQLite part of
// the work may be missing, and commit refuses.
Result<T> SqliteTransaction::keep(Result<T> result) {
  if (!result) {
    const ErrorCode code = result.error().code;
    spoilt_ = spoilt_ || code == ErrorCode::kFailed || code == ErrorCode::kCorrupt;
    note_stale_snapshot(code);
  }
  return result;
}

// It read what another connection has changed since: SQLite lets nothing more be written on it.
void SqliteTransaction::note_stale_snapshot(ErrorCode code) {
  if (code != ErrorCode::kConflict) return;
  const int last = sqlite3_extended_errcode(base_.db().handle());
  lost_race_ = lost_race_ || last == SQLITE_BUSY_SNAPSHOT;
}

Result<Database*> SqliteTransaction::begin_read() {
  CLEW_CHECK(open_);
  return &base_;
}

// The end of the log that was found is kept for the append that usually follows.
Result<Loaded> SqliteTransaction::load(const SessionId& session, std::optional<Seq> at) {
  CLEW_CHECK(open_);
  CLEW_ASSIGN(SessionRow row, get_session(base_, session));
  CLEW_ASSIGN(Loaded loaded, load_session(base_, row, at));
  if (!at) location_ = LogLocation{std::move(row), loaded.head, {}};
  return loaded;
}

Result<std::optional<SeenKey>> SqliteTransaction::find_key(const Idempotency& key) {
  CLEW_ASSIGN(auto seen, clew::find_key(base_, key));
  if (!seen) new_key_ = key.key;
  return seen;
}

// A key that was looked up in this transaction and not found needs no second look. `new_key_`
// counts once.
Status SqliteTransaction::check_key(const Idempotency& key) {
  if (key.key == std::exchange(new_key_, {})) return success();
  CLEW_ASSIGN(const auto seen, clew::find_key(base_, key));
  if (!seen) return success();
  return make_error(ErrorCode::kConflict, "this key was used before", key.key,
                    "clew log " + seen->session.text);
}

Status SqliteTransaction::put_blob(const Blob& blob) { return keep(clew::put_blob(base_, blob)); }

Status SqliteTransaction::put_blob(const Blob& blob, const SessionId& owner) {
  CLEW_ASSIGN(const SessionRow row, get_session(base_, owner));
  CLEW_TRY(put_blob(blob));
  return keep(use_blobs(base_, row.sid, {blob.hash}));
}

Result<Head> SqliteTransaction::append(const Append& append) {
  return append_at(append, std::nullopt);
}

Result<Head> SqliteTransaction::append_fork(const Fork& fork, const Append& append) {
  return append_at(append, fork);
}

Result<Head> SqliteTransaction::append_at(const Append& append, const std::optional<Fork>& fork) {
  if (location_ && location_->row.id != append.session) location_.reset();
  if (append.key) CLEW_TRY(check_key(*append.key));
  AppendRace race = AppendRace::kNone;
  auto head = append_events(base_, append, fork, connection_.options().random, location_, race);
  lost_race_ = lost_race_ || race == AppendRace::kLost;
  return keep(std::move(head));
}

Result<Head> SqliteTransaction::add_session(const PreparedSession& session) {
  location_.reset();
  return keep(clew::add_session(base_, session));
}

// A savepoint: one part can be taken back while the transaction goes on.
Status SqliteTransaction::begin_part() { return keep(base_.db().run("SAVEPOINT part")); }

Status SqliteTransaction::end_part(PartEnd end) {
  if (end == PartEnd::kTakenBack) {
    location_.reset();
    CLEW_TRY(keep(base_.db().run("ROLLBACK TO part")));
  }
  return keep(base_.db().run("RELEASE part"));
}

Result<Head> SqliteTransaction::restore_chain(const SessionId& session,
                                              const std::vector<RawEvent>& events,
                                              const std::optional<Fork>& fork,
                                              const std::optional<SessionId>& hashed_id) {
  location_.reset();
  return keep(clew::restore_chain(base_, session, events, fork, hashed_id));
}

Status SqliteTransaction::move_tail(const SessionId& session, Seq keep_to, const SessionId& side) {
  location_.reset();
  return keep(clew::move_tail(base_, session, keep_to, side));
}

Status SqliteTransaction::absorb(const SessionId& session, const SessionId& into) {
  location_.reset();
  CLEW_TRY(before_erasing());
  return keep(clew::absorb(base_, session, into));
}

Status SqliteTransaction::move_keys(const SessionId& from, Seq was, const SessionId& to, Seq now) {
  return keep(clew::move_keys(base_, from, was, to, now));
}

Status SqliteTransaction::redact(const SessionId& session, Seq seq, const EventData& replacement) {
  CLEW_TRY(before_erasing());
  return keep(redact_event(base_, session, seq, replacement));
}

Status SqliteTransaction::release_unnamed(const SessionId& session,
                                          const std::function<bool(BytesView content)>& is_chosen) {
  CLEW_TRY(before_erasing());
  return keep(clew::release_unnamed(base_, session, is_chosen));
}

Status SqliteTransaction::release_damaged(const SessionId& session) {
  CLEW_TRY(before_erasing());
  return keep(clew::release_damaged(base_, session));
}

Status SqliteTransaction::forget(const SessionId& session) {
  CLEW_TRY(before_erasing());
  return keep(forget_session(base_, session));
}

Result<Hash> SqliteTransaction::cut_back(const SessionId& session, Seq keep_to) {
  location_.reset();
  return keep(clew::cut_back(base_, session, keep_to));
}

Status SqliteTransaction::remake(const SessionId& session) {
  CLEW_ASSIGN(const SessionRow row, get_session(base_, session));
  location_.reset();
  return keep(clew::remake(base_, row, Seq{0}));
}

Status SqliteTransaction::put_setting(const std::string& key, const std::string& value) {
  return keep(clew::put_setting(base_, key, value));
}

Status SqliteTransaction::drop_settings(const std::string& prefix) {
  return keep(clew::drop_settings(base_, prefix));
}

// The commit point. Room in the write-ahead log is made before it, so that the sync does not have
// to grow the file. Scrubbing follows the commit: what it cannot reach is a notice, and the erasing
// itself stands.
Status SqliteTransaction::commit() {
  CLEW_CHECK(open_);
  Status done = success();
  if (spoilt_) {
    done = make_error(ErrorCode::kFailed, "nothing was written: an earlier part failed",
                      connection_.path(), "clew doctor");
  } else {
    if (erasing_) done = compact_index(base_);
    if (done) {
      connection_.make_room();
      done = base_.db().commit();
      if (!done) note_stale_snapshot(done.error().code);
    }
  }
  if (!done) {
    roll_back();
  } else if (erasing_) {
    scrub();
  }
  close();
  return done;
}

// From here on SQLite overwrites what it deletes with zeros.
Status SqliteTransaction::before_erasing() {
  erasing_ = true;
  location_.reset();
  return base_.db().run("PRAGMA secure_delete = ON");
}

// What was erased is still in free space, in pages that were split, and in the write-ahead log:
// the file is written anew and the log emptied.
void SqliteTransaction::scrub() {
  constexpr int kReadersMilliseconds = 1000;
  base_.db().wait_for_others(kReadersMilliseconds);
  Status done = base_.db().run("VACUUM");
  if (!done) {
    base_.db().bury_failed_write();
  } else {
    const int code = sqlite3_wal_checkpoint_v2(base_.db().handle(), nullptr,
                                               SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (code != SQLITE_OK) done = base_.db().error(code);
  }
  base_.db().wait_for_others(kBusyMilliseconds);
  if (done) {
    connection_.note_empty_log();
    return;
  }
  connection_.add_notice("erased content may still be in the store's free space (" +
                         done.error().message +
                         "); erase it again when no other process is reading");
}

// Without a working rollback the connection is in an unknown state; the next use opens a new one.
void SqliteTransaction::roll_back() {
  if (!base_.db().roll_back()) connection_.disconnect();
}

void SqliteTransaction::close() {
  open_ = false;
  connection_.end_write();
}

}  // namespace clew
