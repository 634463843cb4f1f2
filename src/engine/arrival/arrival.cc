#include "engine/arrival/arrival.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "engine/arrival/merge_log.h"
#include "engine/log/own_log.h"
#include "engine/session_id.h"
#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"

namespace clew {
namespace {

// The chain is computed again from the bytes that arrived: the inner digest from salt and payload,
// or as it was sent where the payload was redacted.
bool follows(const RawEvent& event, const SessionId& id, const Hash& before) {
  const Hash inner = event.redacted ? event.inner : inner_hash(event.salt, event.payload);
  return chain_hash(before, encode_header(id, event.kind, event.header), inner) == event.hash;
}

// One session that arrives, in this order: check the form, fetch large payloads, find the session
// here, then append what is new or merge what diverged, and last what was redacted elsewhere and
// contents that were missing here. Nothing that arrives is believed: every event must continue the
// chain that is here. The caller commits or rolls back, so an error leaves nothing half done.
class Arrival {
 public:
  Arrival(Context& context, Transaction& transaction, const ArrivingSession& session,
          WhenDiverged when_diverged)
      : context_(context),
        transaction_(transaction),
        arriving_(session),
        when_diverged_(when_diverged),
        events_(&session.events) {
    for (const Blob& blob : session.contents) contents_.emplace(blob.hash, &blob.data);
  }

  Result<Arrived> run() {
    CLEW_TRY(check_form());
    CLEW_TRY(fetch_payloads());
    CLEW_TRY(look_up());
    arrived_.session = handle_;
    const bool is_diverged = arrived_.was == LogRelation::kDiverged;
    if (is_diverged && when_diverged_ == WhenDiverged::kRefuse) return std::move(arrived_);
    if (is_diverged) CLEW_TRY(merge());
    const bool takes = arrived_.was == LogRelation::kNew || arrived_.was == LogRelation::kBehind;
    if (takes) CLEW_TRY(append());
    CLEW_TRY(take_redactions());
    CLEW_TRY(take_other_contents());
    return std::move(arrived_);
  }

 private:
  Error wrong(ErrorCode code, std::string what) const {
    return make_error(code, fmt::format("{}: {}", arriving_.id.text, what), arriving_.id.text);
  }
  Error missing(Seq from) const {
    return wrong(ErrorCode::kNotFound,
                 fmt::format("events before {} are missing here", from.number));
  }

  Error forged(Seq target) const {
    return wrong(ErrorCode::kCorrupt,
                 fmt::format("what replaces event {} is not what was recorded", target.number));
  }

  Seq begins() const { return Seq{(arriving_.fork ? arriving_.fork->parent_seq.number : 0) + 1}; }

  // The events must be consecutive, begin no earlier than the session does, and end at the head
  // that was announced. A whole log must begin with the event by which the session is known.
  Status check_form() const {
    Seq last;
    for (const RawEvent& event : *events_) {
      const Seq seq = event.header.seq;
      if (seq < begins() || (last.number != 0 && seq.number != last.number + 1)) {
        return wrong(ErrorCode::kCorrupt,
                     fmt::format("event {} does not follow event {}", seq.number, last.number));
      }
      last = seq;
    }
    if (!events_->empty() && Head{last, events_->back().hash} != arriving_.head) {
      return wrong(ErrorCode::kCorrupt, "its last event is not its head");
    }
    if (!events_->empty() && events_->front().header.seq == begins() &&
        events_->front().hash != arriving_.genesis) {
      return wrong(ErrorCode::kCorrupt, "its first event is not the one it is known by");
    }
    return success();
  }

  // Their hashes, which the chain confirms, confirm what is put in their place.
  // The payload of a large event comes as a reference to a content. A content that is small enough
  // to have stood in the event is refused: the same event would have two forms.
  Result<Bytes> whole_payload(BytesView payload) const {
    if (!is_reference(payload)) return Bytes(payload);
    const auto found = contents_.find(*content_of_payload(payload));
    if (found == contents_.end() || found->second->size() <= kMaxEventBytes) {
      return wrong(ErrorCode::kNotFound, "the content of a large event is missing");
    }
    return *found->second;
  }

  Status fetch_payloads() {
    const auto is_elsewhere = [](const RawEvent& event) { return is_reference(event.payload); };
    if (std::none_of(events_->begin(), events_->end(), is_elsewhere)) return success();
    whole_ = *events_;
    for (RawEvent& event : whole_) {
      CLEW_ASSIGN(event.payload, whole_payload(event.payload));
    }
    events_ = &whole_;
    return success();
  }

  // By the hash of its first event: the handle here may be another, and another session may have
  // the id as its handle.
  Result<std::optional<SessionId>> find_handle() {
    CLEW_ASSIGN(const auto handles, transaction_.sessions_hashed_as(arriving_.id));
    for (const SessionId& handle : handles) {
      CLEW_ASSIGN(const auto at_begin, own_hash(transaction_, handle, begins()));
      if (at_begin != arriving_.genesis) continue;
      CLEW_ASSIGN(const SessionSummary summary, transaction_.summary(handle));
      const uint32_t before = summary.parent.empty() ? 0 : summary.parent_seq.number;
      // Not one that has the event in the middle: what was put aside elsewhere may be there still.
      if (before + 1 == begins().number) return std::optional(handle);
    }
    return std::optional<SessionId>();
  }

  // Finds the session here, or chooses a handle for a new one. A session that was forgotten here is
  // not brought back by somebody else's copy.
  Status look_up() {
    CLEW_ASSIGN(const auto found, find_handle());
    if (!found) {
      arrived_.was = LogRelation::kNew;
      if (events_->empty() || events_->front().header.seq != begins()) return missing(begins());
      CLEW_ASSIGN(handle_, free_handle(transaction_, arriving_.id, arriving_.device));
      return find_parent();
    }
    handle_ = *found;
    CLEW_ASSIGN(const SessionSummary summary, transaction_.summary(handle_));
    if (summary.forgotten) {
      return wrong(ErrorCode::kInvalid, "the session was forgotten here");
    }
    if (!summary.parent.empty()) fork_ = Fork{summary.parent, summary.parent_seq};
    here_ = arrived_.head = summary.head;
    CLEW_ASSIGN(arrived_.was, relation());
    return success();
  }

  // A fork goes on from the very event that it left on the other side.
  Status find_parent() {
    if (!arriving_.fork) return success();
    const Fork& fork = *arriving_.fork;
    CLEW_ASSIGN(const auto handles, transaction_.sessions_hashed_as(fork.parent));
    for (const SessionId& handle : handles) {
      CLEW_ASSIGN(const auto found, transaction_.read_raw(handle, fork.parent_seq, 1));
      if (found.empty() || found.front().header.seq != fork.parent_seq) continue;
      if (!follows(events_->front(), arriving_.id, found.front().hash)) continue;
      fork_ = Fork{handle, fork.parent_seq};
      return success();
    }
    return make_error(ErrorCode::kNotFound,
                      fmt::format("{} was forked from event {} of {}, which is not here",
                                  arriving_.id.text, fork.parent_seq.number, fork.parent.text),
                      fork.parent.text);
  }

  // How the two logs stand to each other, from the heads and the event at the shorter one's end. An
  // equal hash at the same number means an equal past, because each hash covers all before it.
  Result<LogRelation> relation() {
    const Head& there = arriving_.head;
    if (there == here_) return LogRelation::kEqual;
    if (there.seq <= here_.seq) {
      CLEW_ASSIGN(const auto hash, own_hash(transaction_, handle_, there.seq));
      return hash == there.hash ? LogRelation::kAhead : LogRelation::kDiverged;
    }
    const Seq next{here_.seq.number + 1};
    if (events_->empty() || events_->front().header.seq > next) return missing(there.seq);
    const RawEvent& first = events_->front();
    if (first.header.seq == next) {
      return follows(first, arriving_.id, here_.hash) ? Result<LogRelation>(LogRelation::kBehind)
                                                      : missing(next);
    }
    const RawEvent& same_seq = (*events_)[here_.seq.number - first.header.seq.number];
    return same_seq.hash == here_.hash ? LogRelation::kBehind : LogRelation::kDiverged;
  }

  // The last event that both have; what the other side has after it is among the events.
  Result<Seq> common_event() {
    if (events_->empty()) return missing(arriving_.head.seq);
    const Seq first = events_->front().header.seq;
    for (const RawEvent& event : *events_) {
      CLEW_ASSIGN(const auto own, own_hash(transaction_, handle_, event.header.seq));
      if (own == event.hash) continue;
      const Seq before{event.header.seq.number - 1};
      if (event.header.seq != first) return before;
      CLEW_ASSIGN(const auto hash, own_hash(transaction_, handle_, before));
      if (hash && follows(event, arriving_.id, *hash)) return before;
      return missing(first);
    }
    return missing(first);
  }

  // The other side's contents are stored first, since the events that name them are appended
  // within.
  Status merge() {
    CLEW_ASSIGN(const Seq common, common_event());
    const uint32_t known = common.number + 1 - events_->front().header.seq.number;
    const std::span<const RawEvent> others = std::span(*events_).subspan(known);
    CLEW_TRY(put_contents(others));
    here_.seq = common;
    CLEW_ASSIGN(const MergedLog merged,
                merge_log(context_, transaction_, {handle_, fork_, common, others}));
    CLEW_TRY(own_contents());
    arrived_.head = merged.head;
    arrived_.received = static_cast<uint32_t>(others.size());
    arrived_.reappended = merged.reappended;
    if (merged.has_conflict) arrived_.fork = merged.side;
    arrived_.handed_to = merged.handed_to;
    arrived_.changed = true;
    return success();
  }

  // Before the events that name them.
  Status put_contents(std::span<const RawEvent> fresh) {
    if (arriving_.contents.empty()) return success();
    const auto hashes = hashes_named(fresh);
    taken_.insert(hashes.begin(), hashes.end());
    for (const Blob& blob : arriving_.contents) {
      if (taken_.count(blob.hash) > 0) CLEW_TRY(transaction_.put_blob(blob));
    }
    return success();
  }

  Status own_contents() {
    for (const Blob& blob : arriving_.contents) {
      if (taken_.count(blob.hash) > 0) CLEW_TRY(transaction_.put_blob(blob, handle_));
    }
    return success();
  }

  Status append() {
    const Seq first = events_->front().header.seq;
    const size_t known = here_.seq < first ? 0 : here_.seq.number + 1 - first.number;
    const std::span<const RawEvent> fresh = std::span(*events_).subspan(known);
    CLEW_TRY(put_contents(fresh));
    auto head = transaction_.restore_chain(handle_, *events_, fork_, arriving_.id);
    if (!head) {
      Error error = head.error();
      error.message = fmt::format("{}: {}", arriving_.id.text, error.message);
      return error;
    }
    CLEW_TRY(own_contents());
    arrived_.head = *head;
    arrived_.received = static_cast<uint32_t>(fresh.size());
    arrived_.changed = true;
    return success();
  }

  // What the other side redacted is redacted here as well: an event_redacted names its target and
  // the digest of what stands there now.
  // Only the last notice for each target counts: a redaction may have been replaced by another one.
  Status take_redactions() {
    std::map<Seq, Hash> last;
    for (const RawEvent& event : *events_) {
      if (event.kind != EventRedacted::kind) continue;
      const auto data = decode_data(event.kind, event.payload);
      if (!data) continue;
      const auto& notice = get<EventRedacted>(*data);
      last[notice.target] = notice.replacement;
    }
    for (const auto& [target, replacement] : last) CLEW_TRY(redact(target, replacement));
    return success();
  }

  // An event that is redacted here already stays as it is, unless the news replaces it by something
  // else. The replacement is encoded and hashed again before it is stored, so that a forged one is
  // found.
  Status redact(Seq target, const Hash& replacement) {
    CLEW_ASSIGN(const auto found, transaction_.read_raw(handle_, target, 1));
    if (found.empty() || found.front().session != handle_ || found.front().header.seq != target) {
      return success();
    }
    const RawEvent& here = found.front();
    const bool has_news =
        arrived_.was == LogRelation::kBehind || arrived_.was == LogRelation::kDiverged;
    const bool is_settled =
        here.redacted && (!has_news || sha256(stored_payload(here.payload)) == replacement);
    if (is_settled) return success();
    CLEW_ASSIGN(const auto payload, replacement_of(target, replacement));
    if (!payload) return success();
    CLEW_ASSIGN(const EventData data, decode_data(here.kind, *payload));
    if (sha256(stored_payload(encode_data(data))) != replacement) {
      return forged(target);
    }
    CLEW_TRY(transaction_.redact(handle_, target, data));
    arrived_.changed = true;
    return success();
  }

  // The payload that now stands there; none when it is not redacted on the other side. An event
  // that was sent before it was redacted comes as it was, and the payload among the contents.
  Result<std::optional<Bytes>> replacement_of(Seq target, const Hash& replacement) const {
    const Seq first = events_->front().header.seq;
    const bool is_among_them = target >= first && target <= events_->back().header.seq;
    if (is_among_them) {
      const RawEvent& there = (*events_)[target.number - first.number];
      if (there.redacted && sha256(stored_payload(there.payload)) == replacement) {
        return std::optional(there.payload);
      }
    }
    const auto found = contents_.find(replacement);
    if (found == contents_.end()) {
      if (is_among_them) return std::optional<Bytes>();
      return missing(Seq{target.number + 1});
    }
    if (sha256(*found->second) != replacement) return forged(target);
    CLEW_ASSIGN(Bytes payload, whole_payload(*found->second));
    return std::optional(std::move(payload));
  }

  // Those that earlier events name and this store lacks. Content of events that were redacted here
  // stays away: only what the session names now.
  Status take_other_contents() {
    std::vector<const Blob*> lacking;
    for (const Blob& blob : arriving_.contents) {
      if (taken_.count(blob.hash) == 0 && !transaction_.blob(blob.hash)) lacking.push_back(&blob);
    }
    if (lacking.empty()) return success();
    CLEW_ASSIGN(const auto own, own_events(transaction_, handle_));
    const auto hashes = hashes_named(own);
    const std::set<Hash> named(hashes.begin(), hashes.end());
    bool brought = false;
    for (const Blob* blob : lacking) {
      if (named.count(blob->hash) == 0) continue;
      CLEW_TRY(transaction_.put_blob(*blob, handle_));
      brought = true;
    }
    if (!brought) return success();
    arrived_.changed = true;
    return transaction_.remake(handle_);  // the words of artifacts can be found again
  }

  Context& context_;
  Transaction& transaction_;
  const ArrivingSession& arriving_;
  WhenDiverged when_diverged_;
  const std::vector<RawEvent>* events_;  // with their payloads
  std::vector<RawEvent> whole_;          // where some came as references
  std::map<Hash, const Bytes*> contents_;
  std::set<Hash> taken_;      // contents that came with new events
  SessionId handle_;          // here
  std::optional<Fork> fork_;  // by the parent's handle here
  Head here_;                 // before; of a diverged one, the last event that both have
  Arrived arrived_;
};

}  // namespace

Result<Arrived> take_in(Context& context, Transaction& transaction, const ArrivingSession& session,
                        WhenDiverged when_diverged) {
  return Arrival(context, transaction, session, when_diverged).run();
}

// The part of a session that another machine lacks after `after`: events, contents that they name,
// and, for redactions of earlier events, the payload that stands there now. Payloads of large
// events are sent as references.
Result<ArrivingSession> part_to_send(StoreReader& store, const SessionId& session, Seq after) {
  CLEW_ASSIGN(const SessionSummary summary, store.summary(session));
  if (summary.forgotten) {
    return make_error(ErrorCode::kInvalid, "the session was forgotten; there is nothing to send",
                      session.text, "clew list --archived");
  }
  const Seq before = summary.parent.empty() ? Seq{0} : summary.parent_seq;
  CLEW_ASSIGN(const auto genesis, own_hash(store, session, Seq{before.number + 1}));
  if (!genesis) {
    return make_error(ErrorCode::kCorrupt, "the session has no events", session.text,
                      "clew verify " + session.text);
  }
  ArrivingSession part;
  CLEW_ASSIGN(part.id, store.hashed_id(session));
  part.genesis = *genesis;
  part.head = summary.head;
  if (!summary.parent.empty()) {
    CLEW_ASSIGN(const SessionId parent, store.hashed_id(summary.parent));
    part.fork = Fork{parent, before};
    CLEW_ASSIGN(const auto left, store.read_raw(summary.parent, before, 1));
    if (!left.empty()) part.parent = left.front().hash;
  }
  CLEW_ASSIGN(part.events, own_events(store, session, Seq{std::max(after, before).number + 1}));
  CLEW_ASSIGN(const auto hashes, contents_of(store, part.events));
  for (const Hash& hash : hashes) {
    CLEW_ASSIGN(Bytes content, store.blob(hash));
    part.contents.push_back({hash, std::move(content)});
  }
  // What a large event says is among the contents.
  for (RawEvent& event : part.events) event.payload = stored_payload(event.payload);
  for (const RawEvent& event : part.events) {
    if (event.kind != EventRedacted::kind) continue;
    const auto data = decode_data(event.kind, event.payload);
    if (!data) continue;
    const auto& notice = get<EventRedacted>(*data);
    if (notice.target <= before || notice.target > after) continue;
    CLEW_ASSIGN(const auto redacted, store.read_raw(session, notice.target, 1));
    if (redacted.empty()) continue;
    const Bytes& payload = redacted.front().payload;
    const Bytes stored = stored_payload(payload);
    if (sha256(stored) != notice.replacement) continue;  // replaced again, as a later event says
    part.contents.push_back({notice.replacement, stored});
    if (const auto large = content_of_payload(payload)) part.contents.push_back({*large, payload});
  }
  return part;
}

}  // namespace clew
