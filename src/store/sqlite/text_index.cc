#include "store/sqlite/text_index.h"

#include "base/text.h"
#include "store/searchable_text.h"
#include "store/sqlite/blobs.h"

namespace clew {
namespace {

// The text of an artifact is found by its words as well, if it is text and not too large.
Result<std::string> with_content(Database& base, std::string text, const Hash& artifact) {
  if (artifact.empty()) return text;
  Statement query(base.db(), "SELECT size FROM blobs WHERE hash = ?1");
  CLEW_ASSIGN(const bool found, query.bind(artifact).step());
  if (!found || query.integer(0) > static_cast<int64_t>(kMaxIndexedBytes)) return text;
  const auto content = get_blob(base, artifact);
  if (content && is_utf8(*content)) text += "\n" + *content;
  return text;
}

Status insert_words(Database& base, int64_t sid, Seq seq, const std::string& text) {
  if (text.empty()) return success();
  Statement insert(base.db(), "INSERT INTO words(rowid, body) VALUES(?1, ?2)");
  return insert.bind(word_row(sid, seq), text).run();
}

}  // namespace

Result<std::string> text_of(Database& base, const EventData& data) {
  return with_content(base, searchable_text(data), artifact_in(data));
}

Status index_texts(Database& base, int64_t sid, std::span<const SearchText> texts) {
  for (const SearchText& each : texts) {
    CLEW_ASSIGN(const std::string text, with_content(base, each.words, each.artifact));
    CLEW_TRY(insert_words(base, sid, each.seq, text));
  }
  return success();
}

// From where the index ends to the end of the log.
Status index_session(Database& base, const SessionRow& session) {
  const Line own{
      {session.sid, session.id, session.hashed_id, session.indexed, kOpenEnd}
  };
  Seq reached = session.indexed;
  LogCursor cursor(base, own, Seq{session.indexed.number + 1});
  RawEvent raw;
  while (true) {
    CLEW_ASSIGN(const bool more, cursor.next(raw));
    if (!more) break;
    reached = raw.header.seq;
    const auto event = decode_event(raw);
    if (!event) continue;  // verify speaks of it; the others can still be found
    CLEW_ASSIGN(const std::string text, text_of(base, event->data));
    CLEW_TRY(insert_words(base, session.sid, reached, text));
  }
  Statement note(base.db(), "UPDATE sessions SET indexed = ?2 WHERE sid = ?1");
  CLEW_TRY(note.bind(session.sid, reached).run());
  return mark_indexed(base, session.sid);
}

Status mark_indexed(Database& base, int64_t sid) {
  Statement done(base.db(), "DELETE FROM unindexed WHERE sid = ?1");
  return done.bind(sid).run();
}

Status mark_unindexed(Database& base, int64_t sid) {
  Statement insert(base.db(), "INSERT OR IGNORE INTO unindexed(sid) VALUES(?1)");
  return insert.bind(sid).run();
}

Status unindex(Database& base, int64_t sid, Seq from, Seq last) {
  Statement drop(base.db(), "DELETE FROM words WHERE rowid BETWEEN ?1 AND ?2");
  return drop.bind(word_row(sid, from), word_row(sid, last)).run();
}

// Words that were deleted stay in the index's segments until those are merged.
Status compact_index(Database& base) {
  return base.db().run("INSERT INTO words(words) VALUES('optimize')");
}

Result<std::vector<int64_t>> unindexed_sessions(Database& base, size_t limit) {
  Statement rows(base.db(), "SELECT sid FROM unindexed LIMIT ?1");
  rows.bind(static_cast<int64_t>(limit));
  std::vector<int64_t> found;
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return found;
    found.push_back(rows.integer(0));
  }
}

}  // namespace clew
