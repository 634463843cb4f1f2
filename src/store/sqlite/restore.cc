#include "store/sqlite/restore.h"

#include "store/codec/chain_check.h"
#include "store/codec/large_payload.h"
#include "store/searchable_text.h"
#include "store/sqlite/append.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/erase.h"

namespace clew {
namespace {

Error wrong(const SessionId& session, Seq seq, const std::string& what) {
  return make_error(ErrorCode::kCorrupt, "event " + std::to_string(seq.number) + ": " + what,
                    session.text);
}

// The event that the session's own first one goes on from.
Result<Head> beginning(Database& base, const std::optional<Fork>& fork) {
  if (!fork) return Head{};
  CLEW_ASSIGN(const SessionRow parent, get_any_session(base, fork->parent));
  CLEW_ASSIGN(const Line line, line_of(base, parent, fork->parent_seq));
  CLEW_ASSIGN(const auto hash, hash_at(base, line.empty() ? 0 : line.back().sid, fork->parent_seq));
  if (!hash) {
    return make_error(ErrorCode::kNotFound,
                      "there is no event " + std::to_string(fork->parent_seq.number),
                      fork->parent.text);
  }
  return Head{fork->parent_seq, *hash};
}

// The event that `first` goes on from: the beginning's, or one that the session already has.
Result<Head> event_before(Database& base, const std::optional<SessionRow>& row,
                          const SessionId& session, Seq first, const std::optional<Fork>& fork) {
  const Seq begins = fork ? fork->parent_seq : Seq{0};
  if (!row || first.number <= begins.number + 1) return beginning(base, fork);
  const Seq before{first.number - 1};
  CLEW_ASSIGN(const auto hash, hash_at(base, row->sid, before));
  if (hash) return Head{before, *hash};
  return make_error(ErrorCode::kNotFound,
                    "events before " + std::to_string(first.number) + " are missing here",
                    session.text, "clew log " + session.text);
}

// Every event must chain to the one before, be small enough, and be readable; a replaced payload
// needs the event that says so.
Status check_chain(const SessionId& session, const std::vector<RawEvent>& events,
                   const Head& before) {
  ChainCheck chain(session, before);
  for (const RawEvent& event : events) {
    if (const auto problem = chain.check(event)) return wrong(session, event.header.seq, *problem);
    if (event.payload.size() > kMaxPayloadBytes) {
      return make_error(ErrorCode::kInvalid, "an event is over the limit of 64 MiB", session.text);
    }
    CLEW_TRY(decode_event(event));
  }
  for (const Seq seq : chain.unexplained()) {
    return wrong(session, seq, "its payload was replaced, and no event records why");
  }
  return success();
}

// How many of `events` the session already has.
Result<size_t> already_there(Database& base, const SessionRow& row,
                             const std::vector<RawEvent>& events) {
  size_t same = 0;
  for (const RawEvent& event : events) {
    CLEW_ASSIGN(const auto hash, hash_at(base, row.sid, event.header.seq));
    if (!hash) break;
    if (*hash != event.hash) {
      return make_error(ErrorCode::kConflict,
                        "the store has another event " + std::to_string(event.header.seq.number),
                        row.id.text, "clew log " + row.id.text);
    }
    ++same;
  }
  return same;
}

}  // namespace

// Takes in what is missing, after checking all of it: events that are here already must be the
// same. Snapshots, index and list entry are made by the same code that makes them after a repair.
Result<Head> restore_chain(Database& base, const SessionId& session,
                           const std::vector<RawEvent>& events, const std::optional<Fork>& fork,
                           const std::optional<SessionId>& hashed_id) {
  if (events.empty()) {
    return make_error(ErrorCode::kInvalid, "there are no events to restore", session.text);
  }
  CLEW_ASSIGN(auto row, find_session(base, session));
  if (row && row->marks.forgotten) {
    return make_error(ErrorCode::kInvalid, "the session was forgotten here", session.text);
  }
  CLEW_ASSIGN(const Head before, event_before(base, row, session, events.front().header.seq, fork));
  const SessionId& hashed = row ? row->hashed_id : hashed_id.value_or(session);
  CLEW_TRY(check_chain(hashed, events, before));
  if (!row) {
    const SessionId named = hashed;
    CLEW_ASSIGN(row, create_session(base, session, fork, events.front().header.at));
    if (named != session) CLEW_TRY(put_hashed_id(base, row->sid, named));
    row->hashed_id = named;
  }
  CLEW_ASSIGN(const size_t there, already_there(base, *row, events));
  EventRows log(base, row->sid);
  for (size_t i = there; i < events.size(); ++i) {
    CLEW_TRY(log.insert(events[i]));
    CLEW_ASSIGN(const Event event, decode_event(events[i]));
    CLEW_TRY(use_blobs(base, row->sid, hashes_in(event.data)));
  }
  if (there < events.size()) {
    Statement by(base.db(),
                 "INSERT OR IGNORE INTO touched_by(sid, actor) "
                 "SELECT DISTINCT sid, actor FROM events WHERE sid = ?1");
    CLEW_TRY(by.bind(row->sid).run());
    CLEW_TRY(remake(base, *row, Seq{events[there].header.seq.number}));
  }
  CLEW_ASSIGN(const auto head, head_of(base, row->sid));
  return head->head;
}

}  // namespace clew
