#include "store/sqlite/event_rows.h"

#include <algorithm>

#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"
#include "store/sqlite/blobs.h"

namespace clew {
namespace {

// The actors' names are looked up apart: a session has few, and compiling the join took longer than
// reading a short log.
constexpr const char* kReadEvents =
    "SELECT seq, at, kind, actor, via, part, repairs, data, salt, inner, hash FROM events "
    "WHERE sid = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq";

// Columns as in kReadEvents. `inner` is set only for a redacted event.
void read_event(const Statement& row, const Segment& segment, RawEvent& event) {
  event.session = segment.id;
  event.hashed_id = segment.hashed_id;
  event.header.seq = Seq{row.number(0)};
  event.header.at = Time{row.integer(1)};
  event.kind = static_cast<int>(row.integer(2));
  event.header.via = static_cast<Via>(row.integer(4));
  event.header.part = row.number(5);
  event.header.repairs = Seq{row.number(6)};
  event.payload = row.bytes(7);
  event.salt = row.bytes(8);
  event.redacted = !row.is_null(9);
  event.inner = row.hash(9);
  event.hash = row.hash(10);
}

// What is not there any more stays a reference: reading the event says so.
// A large payload stands in the blobs, and the row has a reference to it.
Status fetch_payload(Database& base, RawEvent& event) {
  if (!is_reference(event.payload)) return success();
  auto payload = get_blob(base, *content_of_payload(event.payload));
  if (payload) {
    event.payload = std::move(*payload);
  } else if (payload.error().code == ErrorCode::kFailed) {
    return payload.error();
  }
  return success();
}

}  // namespace

// From the session up to its oldest ancestor, then reversed. `last` shrinks on the way: of an
// ancestor only the events up to the fork belong to the line. The bound on the number of ancestors
// stops at a cycle in a damaged store.
Result<Line> line_of(Database& base, const SessionRow& session, Seq last) {
  Line line;
  SessionRow here = session;
  for (size_t steps = 0; steps < kMaxAncestors; ++steps) {
    if (here.fork_seq < last)
      line.push_back({here.sid, here.id, here.hashed_id, here.fork_seq, last});
    if (!here.parent) {
      std::reverse(line.begin(), line.end());
      return line;
    }
    last = std::min(last, here.fork_seq);
    CLEW_ASSIGN(auto parent, find_session(base, *here.parent));
    if (!parent) {
      return make_error(ErrorCode::kCorrupt, "the session it was forked from is missing",
                        here.id.text, "clew verify");
    }
    here = std::move(*parent);
  }
  return make_error(ErrorCode::kCorrupt, "its forks form a cycle", session.id.text, "clew verify");
}

Result<std::optional<HeadRow>> head_of(Database& base, int64_t sid) {
  Statement query(base.db(),
                  "SELECT seq, hash, at FROM events WHERE sid = ?1 ORDER BY seq DESC LIMIT 1");
  CLEW_ASSIGN(const bool found, query.bind(sid).step());
  if (!found) return std::optional<HeadRow>();
  return std::optional<HeadRow>({
      {Seq{query.number(0)}, query.hash(1)},
      Time{query.integer(2)}
  });
}

Result<std::optional<Hash>> hash_at(Database& base, int64_t sid, Seq seq) {
  Statement query(base.db(), "SELECT hash FROM events WHERE sid = ?1 AND seq = ?2");
  CLEW_ASSIGN(const bool found, query.bind(sid, seq).step());
  if (!found) return std::optional<Hash>();
  return std::optional<Hash>(query.hash(0));
}

LogCursor::LogCursor(Database& base, const Line& line, Seq from)
    : base_(base), line_(line), from_(from) {}

// One row at a time, over all segments; an actor's name is looked up once per cursor.
Result<bool> LogCursor::next(RawEvent& event) {
  while (segment_ < line_.size()) {
    const Segment& segment = line_[segment_];
    if (!rows_ && segment.last >= from_) {
      const Seq first{std::max(segment.after.number + 1, from_.number)};
      rows_.emplace(base_.db(), kReadEvents);
      rows_->bind(segment.sid, first, segment.last);
    }
    if (rows_) {
      CLEW_ASSIGN(const bool found, rows_->step());
      if (found) {
        read_event(*rows_, segment, event);
        CLEW_ASSIGN(const ActorId* const actor, actor_of(rows_->integer(3)));
        event.header.actor = *actor;
        CLEW_TRY(fetch_payload(base_, event));
        return true;
      }
      rows_.reset();
    }
    ++segment_;
  }
  return false;
}

Result<const ActorId*> LogCursor::actor_of(int64_t number) {
  const auto known = actors_.find(number);
  if (known != actors_.end()) return &known->second;
  Statement query(base_.db(), "SELECT name FROM actors WHERE actor = ?1");
  CLEW_ASSIGN(const bool found, query.bind(number).step());
  // Without a name in a damaged store: its chain says so.
  ActorId actor(found ? query.text(0) : std::string());
  return &actors_.emplace(number, std::move(actor)).first->second;
}

Result<Event> decode_event(const RawEvent& raw) {
  auto data = decode_data(raw.kind, raw.payload);
  if (!data) {
    Error error = data.error();
    error.subject = raw.session.text + "@" + std::to_string(raw.header.seq.number);
    if (error.next.empty()) error.next = "clew verify " + raw.session.text;
    return error;
  }
  return Event{raw.header, std::move(*data)};
}

Line own_line(const SessionRow& session) {
  return {
      {session.sid, session.id, session.hashed_id, session.fork_seq, kOpenEnd}
  };
}

Result<std::vector<RawEvent>> own_events(Database& base, const SessionRow& session, Seq from) {
  const Line own = own_line(session);
  LogCursor cursor(base, own, from);
  std::vector<RawEvent> events;
  RawEvent raw;
  while (true) {
    CLEW_ASSIGN(const bool more, cursor.next(raw));
    if (!more) return events;
    events.push_back(raw);
  }
}

Result<std::vector<StoredEvent>> read_events(Database& base, const SessionId& session, Seq from,
                                             size_t limit) {
  CLEW_ASSIGN(const SessionRow row, get_session(base, session));
  CLEW_ASSIGN(const Line line, line_of(base, row));
  LogCursor cursor(base, line, from);
  std::vector<StoredEvent> events;
  RawEvent raw;
  while (events.size() < limit) {
    CLEW_ASSIGN(const bool more, cursor.next(raw));
    if (!more) break;
    CLEW_ASSIGN(Event event, decode_event(raw));
    events.push_back({raw.session, std::move(event), raw.hash, raw.redacted});
  }
  return events;
}

// Bytes as they are stored, for checking and exporting; also of a forgotten session, whose chain is
// all that is left.
Result<std::vector<RawEvent>> read_raw_events(Database& base, const SessionId& session, Seq from,
                                              size_t limit) {
  CLEW_ASSIGN(const SessionRow row, get_any_session(base, session));
  CLEW_ASSIGN(const Line line, line_of(base, row));
  LogCursor cursor(base, line, from);
  std::vector<RawEvent> events;
  while (events.size() < limit) {
    RawEvent raw;
    CLEW_ASSIGN(const bool more, cursor.next(raw));
    if (!more) break;
    if (!raw.redacted) raw.inner = inner_hash(raw.salt, raw.payload);
    events.push_back(std::move(raw));
  }
  return events;
}

}  // namespace clew
