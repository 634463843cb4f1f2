#include "engine/arrival/merge_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/arrival/side_session.h"
#include "engine/kept_answer.h"
#include "engine/log/own_log.h"
#include "engine/remote/handed_off.h"
#include "engine/session_id.h"
#include "session/apply.h"
#include "session/merge/merge_tail.h"
#include "store/codec/encode_events.h"
#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"
#include "view/view_record.h"

namespace clew {
namespace {

Result<std::vector<Event>> decoded(std::span<const RawEvent> rows) {
  std::vector<Event> events;
  events.reserve(rows.size());
  for (const RawEvent& row : rows) {
    CLEW_ASSIGN(EventData data, decode_data(row.kind, row.payload));
    events.push_back(Event{row.header, std::move(data)});
  }
  return events;
}

// The steps of a merge, all in the caller's transaction:
//   1. read the tail, the other side's events and the session at the last common event;
//   2. move the tail as it is to a session of its own, with its hashes untouched;
//   3. append the other side's events behind the common one;
//   4. decide the tail again on top of them and append what can be, behind a tail_moved;
//   5. move idempotency keys to where their commands are now, and put the view back to the
//      common event;
//   6. archive the side session when nothing in it is left to decide.
class LogMerge {
 public:
  LogMerge(Context& context, Transaction& transaction, const DivergedLog& log)
      : context_(context), transaction_(transaction), log_(log) {}

  Result<MergedLog> run() {
    const SessionId& id = log_.session;
    CLEW_ASSIGN(tail_, own_events(transaction_, id, Seq{log_.common.number + 1}));
    CLEW_ASSIGN(const auto tail, decoded(tail_));
    CLEW_ASSIGN(const auto others, decoded(log_.others));
    CLEW_ASSIGN(const Loaded base, transaction_.load(id, log_.common));
    CLEW_TRY(put_aside());
    const std::vector<RawEvent> rows(log_.others.begin(), log_.others.end());
    if (!rows.empty()) CLEW_TRY(transaction_.restore_chain(id, rows, log_.fork));
    CLEW_ASSIGN(theirs_, transaction_.load(id));
    const auto common = [&](Seq at) -> Result<Session> {
      CLEW_ASSIGN(Loaded loaded, transaction_.load(id, at));
      return std::move(loaded.session);
    };
    // What a side session says of handoffs is the other session's.
    CLEW_ASSIGN(const SessionId moved, moved_out_of(transaction_, id));
    std::function<bool(const Handoff&)> is_here;
    if (moved.empty()) is_here = [this](const Handoff& to) { return is_this_device(context_, to); };
    const MergedTail merged =
        merge_tail({base.session, theirs_.session, tail, others, device(), now(), common, is_here});
    merged_.reappended = static_cast<uint32_t>(merged.events.size());
    merged_.has_conflict = merged.has_conflict();
    merged_.handed_to = merged.left_to;
    if (merged.is_all_left()) {
      merged_.head = theirs_.head;
    } else {
      CLEW_TRY(append_again(merged));
    }
    CLEW_TRY(move_keys(merged));
    CLEW_TRY(show_common());
    if (!merged_.has_conflict && !is_all_there_) CLEW_TRY(archive_side());
    return merged_;
  }

 private:
  // The tail as it is, in a session of its own. Where the beginning of it is put aside here
  // already, by another device (it was sent, and then an older copy of the remote was restored),
  // only what that lacks is: it goes on from there.
  // With a twin there would be two sessions with the same events. The loop goes on as long as the
  // twin ends inside the tail: what it lacks is moved behind it and may have a twin of its own.
  Status put_aside() {
    std::optional<Twin> twin;
    SessionId from = log_.session;
    Seq keep = log_.common;
    while (true) {
      CLEW_ASSIGN(merged_.side, free_handle(transaction_, log_.session, device()));
      CLEW_TRY(transaction_.move_tail(from, keep, merged_.side));
      if (twin) CLEW_TRY(give_to(*twin, from, keep));
      CLEW_ASSIGN(twin, twin_of(merged_.side, Seq{keep.number + 1}));
      pieces_.push_back({keep, twin ? twin->session : merged_.side});
      if (!twin) return success();
      if (twin->last == tail_.back().header.seq) break;
      from = merged_.side;
      keep = twin->last;
    }
    CLEW_TRY(give_to(*twin, merged_.side, twin->last));
    merged_.side = twin->session;
    is_all_there_ = true;
    return success();
  }

  // Another session that begins with the same event, and the last one that both have.
  struct Twin {
    SessionId session;
    Seq last;
  };
  Result<std::optional<Twin>> twin_of(const SessionId& side, Seq begin) {
    CLEW_ASSIGN(const SessionId hashed_id, transaction_.hashed_id(side));
    CLEW_ASSIGN(const auto handles, transaction_.sessions_hashed_as(hashed_id));
    for (const SessionId& handle : handles) {
      if (handle == side || handle == log_.session) continue;
      CLEW_ASSIGN(const SessionSummary summary, transaction_.summary(handle));
      if (summary.forgotten || summary.parent_seq.number + 1 != begin.number) continue;
      Twin twin{handle, Seq{}};
      for (const RawEvent& event : tail_) {
        if (event.header.seq < begin) continue;
        CLEW_ASSIGN(const auto there, own_hash(transaction_, handle, event.header.seq));
        if (there != event.hash) break;
        twin.last = event.header.seq;
      }
      if (twin.last >= begin) return std::optional(twin);
    }
    return std::optional<Twin>();
  }

  // What both have is the twin's alone; what was redacted here is redacted there.
  Status give_to(const Twin& twin, const SessionId& doubled, Seq last) {
    for (const RawEvent& event : tail_) {
      if (!event.redacted || event.header.seq > last) continue;
      CLEW_ASSIGN(const auto there, transaction_.read_raw(twin.session, event.header.seq, 1));
      if (there.front().session != twin.session || there.front().redacted) continue;
      CLEW_ASSIGN(const EventData data, decode_data(event.kind, event.payload));
      CLEW_TRY(transaction_.redact(twin.session, event.header.seq, data));
      const Hash replacement = sha256(stored_payload(event.payload));
      CLEW_TRY(append_to(twin.session, EventRedacted{event.header.seq, replacement, ""}));
    }
    return transaction_.absorb(doubled, twin.session);
  }

  // The session that has the tail's event `seq` after it was put aside.
  const SessionId& holder_of(Seq seq) const {
    const auto piece = std::find_if(pieces_.rbegin(), pieces_.rend(),
                                    [&](const Piece& each) { return each.after < seq; });
    return piece->session;
  }

  const std::string& device() const { return context_.surroundings().device; }
  Time now() const { return std::max(context_.now(), theirs_.session.last_activity); }

  EventHeader own_header(Seq seq) const {
    EventHeader header;
    header.seq = seq;
    header.at = now();
    header.actor = ActorId(device().empty() ? "clew" : "clew@" + device());
    header.via = Via::kImport;
    return header;
  }

  // The tail_moved, and behind it what was decided again.
  // New rows have new numbers and so new hashes. A row that was redacted has lost its payload, and
  // is hashed by the inner digest that is left; its salt is gone.
  Status append_again(const MergedTail& merged) {
    TailMoved moved;
    moved.tail = tail_.front().hash;
    moved.device = device();
    moved.first = tail_.front().header.seq;
    moved.last = tail_.back().header.seq;
    moved.head = tail_.back().hash;
    moved.commands = merged.commands;
    moved.steps = merged.steps;
    std::vector<Event> events;
    events.push_back(Event{own_header(Seq{theirs_.head.seq.number + 1}), std::move(moved)});
    for (const MovedEvent& each : merged.events) events.push_back(each.event);
    follow_redactions(merged, events);
    const RandomSource random = [this](Bytes& bytes) { bytes = context_.random(bytes.size()); };
    CLEW_ASSIGN(auto rows, encode_events(log_.session, theirs_.head.seq, events, random));
    CLEW_ASSIGN(const SessionId hashed_id, transaction_.hashed_id(log_.session));
    for (size_t i = 0; i < rows.size(); ++i) {
      rows[i].hashed_id = hashed_id;
      const RawEvent* was = i == 0 ? nullptr : redacted_row(merged.events[i - 1]);
      if (was == nullptr) continue;
      // Nobody has what it said any more: it is hashed by the digest that is left of that.
      rows[i].redacted = true;
      rows[i].inner = was->inner;
      rows[i].salt.clear();
    }
    chain_events(rows, theirs_.head.hash);
    CLEW_ASSIGN(merged_.head, transaction_.restore_chain(log_.session, rows, log_.fork));
    return success();
  }

  const RawEvent* redacted_row(const MovedEvent& event) const {
    if (!event.was) return nullptr;
    const RawEvent& row = tail_[event.was->number - tail_.front().header.seq.number];
    return row.redacted ? &row : nullptr;
  }

  // An event_redacted names the digest of what stands at its target, which has other numbers now.
  void follow_redactions(const MergedTail& merged, std::vector<Event>& events) const {
    for (Event& event : events) {
      auto* notice = get_if<EventRedacted>(&event.data);
      if (notice == nullptr) continue;
      for (size_t i = 1; i < events.size(); ++i) {
        if (events[i].header.seq != notice->target) continue;
        if (redacted_row(merged.events[i - 1]) == nullptr) continue;
        notice->replacement = sha256(stored_payload(encode_data(events[i].data)));
      }
    }
  }

  // A key that comes again is answered from where its command is now; what was absorbed or is in
  // conflict is where it was told.
  Status move_keys(const MergedTail& merged) {
    for (const MovedCommand& each : merged.commands) {
      if (each.outcome != MergeOutcome::kAppended) continue;
      CLEW_TRY(
          transaction_.move_keys(holder_of(each.last), each.last, log_.session, each.now_last));
    }
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
      CLEW_TRY(move_answers(transaction_, log_.session, piece->after, piece->session));
    }
    return success();
  }

  // The files of a view show what was before: the next change renders them from there.
  Status show_common() {
    CLEW_ASSIGN(auto view, load_view(transaction_, log_.session));
    if (!view || view->seq <= log_.common) return success();
    view->seq = log_.common;
    return save_view(transaction_, log_.session, *view);
  }

  // Nothing of the tail is in conflict, so the side session is only kept for its hashes.
  Status archive_side() {
    CLEW_ASSIGN(const Loaded side, transaction_.load(merged_.side));
    if (side.session.lifecycle.archived) return success();
    return append_to(merged_.side, SessionArchived{true});
  }

  // Appends one event of clew's own, at a time that is not earlier than the session's last.
  Status append_to(const SessionId& id, EventData data) {
    CLEW_ASSIGN(Loaded loaded, transaction_.load(id));
    Event event{own_header(Seq{loaded.head.seq.number + 1}), std::move(data)};
    event.header.at = std::max(event.header.at, loaded.session.last_activity);
    apply_to(loaded.session, event);
    loaded.session.identity.id = id;
    CLEW_TRY(transaction_.append(
        {id, loaded.head.seq, {std::move(event)}, &loaded.session, std::nullopt}));
    return success();
  }

  Context& context_;
  Transaction& transaction_;
  const DivergedLog& log_;
  std::vector<RawEvent> tail_;
  // Who holds the tail's events after that one; in order.
  struct Piece {
    Seq after;
    SessionId session;
  };
  std::vector<Piece> pieces_;
  bool is_all_there_ = false;  // nothing of the tail was put aside only now
  Loaded theirs_;
  MergedLog merged_;
};

}  // namespace

Result<MergedLog> merge_log(Context& context, Transaction& transaction, const DivergedLog& log) {
  return LogMerge(context, transaction, log).run();
}

}  // namespace clew
