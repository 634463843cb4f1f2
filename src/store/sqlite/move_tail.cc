#include "store/sqlite/move_tail.h"

#include "store/codec/large_payload.h"
#include "store/searchable_text.h"
#include "store/sqlite/append.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/erase.h"
#include "store/sqlite/event_rows.h"
#include "store/sqlite/snapshots.h"
#include "store/sqlite/text_index.h"

namespace clew {
namespace {

Status run(Database& base, const char* sql, int64_t from, Seq keep, int64_t to) {
  Statement update(base.db(), sql);
  return update.bind(from, keep, to).run();
}

// Contents that the moved events name are theirs as well. The session they came from keeps what it
// had: other events of it may name them, and so may its view.
Status share_contents(Database& base, const SessionRow& side) {
  CLEW_ASSIGN(const auto events, own_events(base, side, Seq{1}));
  for (const RawEvent& raw : events) {
    CLEW_ASSIGN(const Event event, decode_event(raw));
    CLEW_TRY(use_blobs(base, side.sid, hashes_in(event.data)));
    if (const auto content = content_of_payload(raw.payload)) {
      CLEW_TRY(use_blobs(base, side.sid, {*content}));
    }
  }
  return success();
}

}  // namespace

// Events keep their numbers and hashes; only the session that has them changes, which becomes a
// fork of the one they leave, hashed under the same id. Forks and keys that hang on the moved
// events go with them. Snapshots, index and list entries of both are made again.
Status move_tail(Database& base, const SessionId& session, Seq keep, const SessionId& side) {
  CLEW_ASSIGN(SessionRow row, get_session(base, session));
  if (keep <= row.fork_seq) {
    return make_error(ErrorCode::kInvalid, "no event of its own would be left", session.text);
  }
  CLEW_ASSIGN(const auto first, hash_at(base, row.sid, Seq{keep.number + 1}));
  if (!first) return make_error(ErrorCode::kInvalid, "there is nothing to move", session.text);
  Statement when(base.db(), "SELECT at FROM events WHERE sid = ?1 AND seq = ?2");
  CLEW_TRY(when.bind(row.sid, Seq{keep.number + 1}).step());
  const Time begun{when.integer(0)};
  CLEW_ASSIGN(SessionRow moved, create_session(base, side, Fork{session, keep}, begun));
  moved.hashed_id = row.hashed_id;
  CLEW_TRY(put_hashed_id(base, moved.sid, moved.hashed_id));

  CLEW_TRY(unindex(base, row.sid, Seq{keep.number + 1}, kOpenEnd));
  CLEW_TRY(drop_snapshots(base, row.sid, Seq{keep.number + 1}));
  CLEW_TRY(run(base, "UPDATE events SET sid = ?3 WHERE sid = ?1 AND seq > ?2", row.sid, keep,
               moved.sid));
  CLEW_TRY(
      run(base, "UPDATE idem SET sid = ?3 WHERE sid = ?1 AND seq > ?2", row.sid, keep, moved.sid));
  Statement forks(base.db(),
                  "UPDATE sessions SET parent = ?3 WHERE parent = ?1 AND fork_seq > ?2 AND "
                  "sid <> ?3");
  CLEW_TRY(forks.bind(row.sid, keep, moved.sid).run());
  Statement by(base.db(),
               "INSERT OR IGNORE INTO touched_by(sid, actor) "
               "SELECT DISTINCT sid, actor FROM events WHERE sid = ?1");
  CLEW_TRY(by.bind(moved.sid).run());
  CLEW_TRY(share_contents(base, moved));
  CLEW_TRY(remake(base, moved, Seq{keep.number + 1}));
  row.indexed = std::min(row.indexed, keep);
  return remake(base, row, keep);
}

// Two sessions that hold the same events become one: keys, forks and contents of the one that goes
// are given to the other. Refused when an event is missing there, or when it is not redacted there
// although it is here.
Status absorb(Database& base, const SessionId& session, const SessionId& into) {
  CLEW_ASSIGN(const SessionRow row, get_session(base, session));
  CLEW_ASSIGN(const SessionRow other, get_session(base, into));
  CLEW_ASSIGN(const auto own, own_events(base, row, Seq{1}));
  CLEW_ASSIGN(const auto others, own_events(base, other, Seq{1}));
  for (size_t i = 0; i < own.size(); ++i) {
    const bool is_there = row.sid != other.sid && i < others.size() &&
                          others[i].hash == own[i].hash && (others[i].redacted || !own[i].redacted);
    if (is_there) continue;
    return make_error(
        ErrorCode::kInvalid,
        "event " + std::to_string(own[i].header.seq.number) + " is not in " + into.text,
        session.text);
  }
  CLEW_TRY(unindex(base, row.sid, Seq{0}, kOpenEnd));
  CLEW_TRY(drop_snapshots(base, row.sid, Seq{0}));
  CLEW_ASSIGN(const auto blobs, used_blobs(base, row.sid));
  CLEW_TRY(use_blobs(base, other.sid, blobs));
  CLEW_TRY(release_blobs(base, row.sid, blobs));
  for (const char* sql : {"UPDATE idem SET sid = ?2 WHERE sid = ?1",
                          "UPDATE sessions SET parent = ?2 WHERE parent = ?1",
                          "INSERT OR IGNORE INTO touched_by(sid, actor) "
                          "SELECT ?2, actor FROM touched_by WHERE sid = ?1"}) {
    Statement update(base.db(), sql);
    CLEW_TRY(update.bind(row.sid, other.sid).run());
  }
  for (const char* sql :
       {"DELETE FROM events WHERE sid = ?1", "DELETE FROM touched_by WHERE sid = ?1",
        "DELETE FROM unindexed WHERE sid = ?1", "DELETE FROM hashed_ids WHERE sid = ?1",
        "DELETE FROM sessions WHERE sid = ?1"}) {
    Statement drop(base.db(), sql);
    CLEW_TRY(drop.bind(row.sid).run());
  }
  return success();
}

// A key names the last event of its command.
Status move_keys(Database& base, const SessionId& from, Seq was, const SessionId& to, Seq now) {
  CLEW_ASSIGN(const SessionRow there, get_session(base, from));
  CLEW_ASSIGN(const SessionRow here, get_session(base, to));
  Statement update(base.db(), "UPDATE idem SET sid = ?3, seq = ?4 WHERE sid = ?1 AND seq = ?2");
  return update.bind(there.sid, was, here.sid, now).run();
}

}  // namespace clew
