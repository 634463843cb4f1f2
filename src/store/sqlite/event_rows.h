#pragma once
// Reading the log. A fork's line leads from its oldest ancestor to itself; each segment has the
// events that were recorded there and belong to the line.

#include <unordered_map>

#include "store/sqlite/database.h"

namespace clew {

struct Segment {
  int64_t sid = 0;
  SessionId id;
  SessionId hashed_id;
  Seq after;  // 0, or the point of the fork
  Seq last;   // kOpenEnd, or the point at which the next segment leaves
};
inline constexpr Seq kOpenEnd{0xffffffff};
using Line = std::vector<Segment>;

inline constexpr size_t kMaxAncestors = 10'000;  // a damaged store could go round in circles
// Oldest first; cut after `last`.
Result<Line> line_of(Database& base, const SessionRow& session, Seq last = kOpenEnd);

// The last event of a session's own; none when it has no rows (a damaged store).
struct HeadRow {
  Head head;
  Time at;
};
Result<std::optional<HeadRow>> head_of(Database& base, int64_t sid);
Result<std::optional<Hash>> hash_at(Database& base, int64_t sid, Seq seq);

// Only what was recorded in the session itself.
Line own_line(const SessionRow& session);

// Walks a line's events in order, from `from` on. One at a time per SQL text: keep it short-lived.
class LogCursor {
 public:
  LogCursor(Database& base, const Line& line, Seq from);
  // False at the end. `inner` is filled only for redacted events.
  Result<bool> next(RawEvent& event);

 private:
  Result<const ActorId*> actor_of(int64_t number);

  Database& base_;
  const Line& line_;
  Seq from_;
  size_t segment_ = 0;
  std::optional<Statement> rows_;
  std::unordered_map<int64_t, ActorId> actors_;  // those met so far
};

// The error names the session and the seq.
Result<Event> decode_event(const RawEvent& raw);

// Of the session's own, from `from` on.
Result<std::vector<RawEvent>> own_events(Database& base, const SessionRow& session, Seq from);
// Up to `limit` events of a session's line, from `from` on.
Result<std::vector<StoredEvent>> read_events(Database& base, const SessionId& session, Seq from,
                                             size_t limit);
Result<std::vector<RawEvent>> read_raw_events(Database& base, const SessionId& session, Seq from,
                                              size_t limit);

}  // namespace clew
