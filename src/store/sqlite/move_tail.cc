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
  const Line own{
      {side.sid, side.id, side.hashed_id, side.fork_seq, kOpenEnd}
  };
  LogCursor cursor(base, own, Seq{1});
  RawEvent raw;
  while (true) {
    CLEW_ASSIGN(const bool more, cursor.next(raw));
    if (!more) return success();
    CLEW_ASSIGN(const Event event, decode_event(raw));
    CLEW_TRY(use_blobs(base, side.sid, hashes_in(event.data)));
    if (const auto content = content_of_payload(raw.payload)) {
      CLEW_TRY(use_blobs(base, side.sid, {*content}));
    }
  }
}

}  // namespace

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

Status move_keys(Database& base, const SessionId& from, Seq was, const SessionId& to, Seq now) {
  CLEW_ASSIGN(const SessionRow there, get_session(base, from));
  CLEW_ASSIGN(const SessionRow here, get_session(base, to));
  Statement update(base.db(), "UPDATE idem SET sid = ?3, seq = ?4 WHERE sid = ?1 AND seq = ?2");
  return update.bind(there.sid, was, here.sid, now).run();
}

}  // namespace clew
