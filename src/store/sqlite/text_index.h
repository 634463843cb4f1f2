#pragma once
// The full-text index. It runs behind the log: a session's new events are added 64 at a time with
// its snapshot, and a search first catches up with the rest.

#include <span>

#include "store/codec/prepared_session.h"
#include "store/sqlite/event_rows.h"

namespace clew {

// Row ids of the index: the session above, the seq below.
constexpr int64_t word_row(int64_t sid, Seq seq) { return sid << 32 | seq.number; }

// What is searched of one event: its words, and a small text artifact's content.
Result<std::string> text_of(Database& base, const EventData& data);
// The events of a new session, all at once.
Status index_texts(Database& base, int64_t sid, std::span<const SearchText> texts);

// Adds the session's own events after `indexed`, and notes how far it is.
Status index_session(Database& base, const SessionRow& session);
// Its events up to `indexed` were the last: what comes now is not in the index.
Status mark_unindexed(Database& base, int64_t sid);
Status mark_indexed(Database& base, int64_t sid);
// Takes events from `from` on out of the index, without leaving their words behind.
Status unindex(Database& base, int64_t sid, Seq from, Seq last);
// Rewrites the index as one piece, so that nothing removed is left in it.
Status compact_index(Database& base);

Result<std::vector<int64_t>> unindexed_sessions(Database& base, size_t limit);

}  // namespace clew
