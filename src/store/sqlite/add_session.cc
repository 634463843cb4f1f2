#include "store/sqlite/add_session.h"

#include <algorithm>

#include "store/sqlite/append.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/snapshots.h"
#include "store/sqlite/text_index.h"

namespace clew {
namespace {

// The session's row, whole at once.
// An id that is taken changes nothing and is the error; the check and the insert are one statement.
Result<int64_t> insert_session(Database& base, const PreparedSession& session, Seq indexed) {
  CLEW_TRY(check_new_id(session.id));
  CLEW_ASSIGN(const auto project, intern_project(base, session.project));
  const StatusMarks marks{session.status, session.archived, false};
  const Time created = session.rows.front().header.at;
  const Time touched = std::max(created, session.rows.back().header.at);
  Statement insert(base.db(),
                   "INSERT INTO sessions(id, project, status, created, touched, indexed, card) "
                   "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(id) DO NOTHING");
  insert.bind(session.id, project, marks.number(), created, touched, indexed,
              BytesView(session.summary));
  CLEW_TRY(insert.run());
  if (sqlite3_changes(base.db().handle()) == 0) {
    return make_error(ErrorCode::kConflict, "a session with this id already exists",
                      session.id.text, "clew show " + session.id.text);
  }
  return sqlite3_last_insert_rowid(base.db().handle());
}

}  // namespace

// A session without a snapshot is short: it is folded, and indexed later.
Result<Head> add_session(Database& base, const PreparedSession& session) {
  CLEW_CHECK(!session.rows.empty());
  const RawEvent& last = session.rows.back();
  const Head head{last.header.seq, last.hash};
  const bool indexed = !session.snapshot.empty();
  CLEW_ASSIGN(const int64_t sid, insert_session(base, session, indexed ? head.seq : Seq{}));
  {
    EventRows rows(base, sid);
    for (const RawEvent& event : session.rows) CLEW_TRY(rows.insert(event));
  }
  CLEW_TRY(note_touched(base, sid, last.header.actor));
  std::vector<Hash> named = session.named;
  for (const PackedBlob& blob : session.blobs) {
    CLEW_TRY(put_packed(base, blob));
    named.push_back(blob.hash);
  }
  CLEW_TRY(use_blobs(base, sid, named));
  if (!indexed) {
    CLEW_TRY(mark_unindexed(base, sid));
    return head;
  }
  CLEW_TRY(put_packed_snapshot(base, sid, head, session.snapshot));
  CLEW_TRY(index_texts(base, sid, session.texts));
  return head;
}

}  // namespace clew
