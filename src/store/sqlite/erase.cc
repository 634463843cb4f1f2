#include "store/sqlite/erase.h"

#include <set>

#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"
#include "store/codec/raw_log.h"
#include "store/codec/session_summary.h"
#include "store/searchable_text.h"
#include "store/sqlite/append.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/snapshots.h"
#include "store/sqlite/text_index.h"

namespace clew {
namespace {

Error no_own_event(const SessionRow& row, Seq seq) {
  if (row.parent && seq <= row.fork_seq) {
    return make_error(
        ErrorCode::kInvalid,
        "event " + std::to_string(seq.number) + " belongs to the session this one was forked from",
        row.id.text, "clew log " + row.id.text);
  }
  return make_error(ErrorCode::kNotFound, "there is no event " + std::to_string(seq.number),
                    row.id.text, "clew log " + row.id.text);
}

// Of the session itself: an ancestor's event cannot be erased through its fork.
Result<RawEvent> own_event(Database& base, const SessionRow& row, Seq seq) {
  const Line own = own_line(row);
  LogCursor cursor(base, own, seq);
  RawEvent raw;
  CLEW_ASSIGN(const bool found, cursor.next(raw));
  if (!found || raw.header.seq != seq) return no_own_event(row, seq);
  return raw;
}

// The inner digest is kept in the row before the payload goes. The chain is hashed over that
// digest, so it verifies without the payload and without the salt.
Status replace_payload(Database& base, int64_t sid, const RawEvent& event, BytesView payload) {
  const Hash inner = event.redacted ? event.inner : inner_hash(event.salt, event.payload);
  CLEW_ASSIGN(const Bytes stored, put_payload(base, sid, payload));
  Statement update(base.db(),
                   "UPDATE events SET data = ?3, salt = NULL, inner = ?4 "
                   "WHERE sid = ?1 AND seq = ?2");
  return update.bind(sid, event.header.seq, BytesView(stored), inner).run();
}

// Contents of files, and that of the payload itself where it was large.
std::vector<Hash> named_by(const RawEvent& raw) {
  std::vector<Hash> hashes;
  if (const auto event = decode_event(raw)) hashes = hashes_in(event->data);
  if (const auto content = content_of_payload(raw.payload)) hashes.push_back(*content);
  return hashes;
}

// Those of `hashes` that no event of the session names.
Result<std::vector<Hash>> unnamed(Database& base, const SessionRow& row, std::vector<Hash> hashes) {
  if (hashes.empty()) return hashes;
  CLEW_ASSIGN(const auto events, own_events(base, row, Seq{1}));
  std::set<Hash> named;
  for (const RawEvent& raw : events) {
    for (const Hash& hash : named_by(raw)) named.insert(hash);
  }
  std::erase_if(hashes, [&](const Hash& hash) { return named.count(hash) != 0; });
  return hashes;
}

// Where the event is recorded that the fork goes on from: its parent, or one of the parent's own.
Result<int64_t> stands_on(Database& base, const SessionRow& fork) {
  CLEW_ASSIGN(const Line line, line_of(base, fork, fork.fork_seq));
  return line.empty() ? 0 : line.back().sid;
}

// Before the events after `keep` go: what is left of forgotten forks no longer hangs on them. One
// that left from there begins with its own first event; one that left from before, where it did.
Status detach_forgotten(Database& base, const SessionRow& row, Seq keep) {
  CLEW_ASSIGN(const auto forks, descendants(base, row.sid, Seq{keep.number + 1}));
  std::vector<std::optional<int64_t>> parents;
  for (const SessionRow& fork : forks) {
    CLEW_ASSIGN(const int64_t holder, stands_on(base, fork));
    const bool is_cut = holder == row.sid && fork.fork_seq > keep;
    parents.push_back(is_cut || holder == 0 ? std::nullopt : std::optional(holder));
  }
  for (size_t i = 0; i < forks.size(); ++i) {
    Statement update(base.db(), "UPDATE sessions SET parent = ?2 WHERE sid = ?1");
    CLEW_TRY(update.bind(forks[i].sid, parents[i]).run());
  }
  return success();
}

Error nothing_left(const SessionRow& row, Seq keep) {
  return make_error(ErrorCode::kInvalid,
                    "no event of its own would be left: event " + std::to_string(keep.number) +
                        " belongs to the session it was forked from",
                    row.id.text, "clew forget " + row.id.text);
}

// The id of a fork that is not forgotten and needs the events from `from` on; empty: nobody does.
Result<std::string> needed_by(Database& base, const SessionRow& row, Seq from) {
  CLEW_ASSIGN(const auto forks, descendants(base, row.sid, from));
  for (const SessionRow& fork : forks) {
    if (!fork.marks.forgotten) return fork.id.text;
  }
  return std::string();
}

}  // namespace

// The event keeps its place, kind and digest, and gets another payload. Contents that nothing in
// the session names any more are released, and everything derived from the event is made again, in
// forks that continue from it too.
Status redact_event(Database& base, const SessionId& session, Seq seq,
                    const EventData& replacement) {
  CLEW_ASSIGN(const SessionRow row, get_session(base, session));
  CLEW_ASSIGN(const RawEvent before, own_event(base, row, seq));
  if (kind_of(replacement) != before.kind) {
    return make_error(ErrorCode::kInvalid, "a redacted event keeps its kind", session.text);
  }
  CLEW_TRY(replace_payload(base, row.sid, before, encode_data(replacement)));
  CLEW_ASSIGN(const auto gone, unnamed(base, row, named_by(before)));
  CLEW_TRY(release_blobs(base, row.sid, gone));

  CLEW_ASSIGN(auto affected, descendants(base, row.sid, seq));
  affected.insert(affected.begin(), row);
  for (const SessionRow& each : affected) CLEW_TRY(remake(base, each, seq));
  return success();
}

namespace {

// Of the session and its forks; `goes` is asked with what there is of a content.
// A fork shares its ancestors' contents, so each session of the family gives up its own use; a
// content is deleted when nobody uses it.
Status release_those(Database& base, const SessionId& session,
                     const std::function<bool(const Result<Bytes>& content)>& goes) {
  CLEW_ASSIGN(const SessionRow row, get_session(base, session));
  CLEW_ASSIGN(auto holders, descendants(base, row.sid, Seq{1}));
  holders.insert(holders.begin(), row);
  for (const SessionRow& each : holders) {
    CLEW_ASSIGN(auto held, used_blobs(base, each.sid));
    CLEW_ASSIGN(auto gone, unnamed(base, each, std::move(held)));
    std::erase_if(gone, [&](const Hash& hash) { return !goes(get_blob(base, hash)); });
    CLEW_TRY(release_blobs(base, each.sid, gone));
  }
  return success();
}

}  // namespace

Status release_unnamed(Database& base, const SessionId& session,
                       const std::function<bool(BytesView content)>& is_chosen) {
  return release_those(base, session, [&](const Result<Bytes>& content) {
    return content.ok() && is_chosen(*content);  // what is damaged is for verify to say
  });
}

Status release_damaged(Database& base, const SessionId& session) {
  return release_those(base, session, [](const Result<Bytes>& content) { return !content.ok(); });
}

// Makes snapshots, list entry and search index again from the events, from `from` on. A fork begins
// after its fork point at the earliest.
Status remake(Database& base, const SessionRow& session, Seq from) {
  const Seq first{std::max(from.number, session.fork_seq.number + 1)};
  CLEW_TRY(unindex(base, session.sid, first, kOpenEnd));
  if (session.marks.forgotten) return drop_snapshots(base, session.sid, from);

  SessionRow row = session;
  row.indexed = std::min(row.indexed, Seq{first.number - 1});
  CLEW_TRY(index_session(base, row));
  CLEW_ASSIGN(const Remade remade, remake_snapshots(base, row, from));
  row.summary = "remade";  // no card has these bytes: refresh_summary writes it whatever it was
  return refresh_summary(base, row, remade.loaded.session, remade.last);
}

// What is left is the row, the chain and the digests: the numbers of events and their times can
// still be verified, and the id cannot be used again.
Status forget_session(Database& base, const SessionId& session) {
  CLEW_ASSIGN(const SessionRow row, get_any_session(base, session));
  if (row.marks.forgotten) return success();
  CLEW_ASSIGN(const std::string fork, needed_by(base, row, Seq{0}));
  if (!fork.empty()) {
    return make_error(ErrorCode::kInvalid, "the fork " + fork + " still needs this session",
                      session.text, "clew forget " + fork);
  }
  CLEW_ASSIGN(const auto events, own_events(base, row, Seq{1}));
  for (const RawEvent& event : events) CLEW_TRY(replace_payload(base, row.sid, event, BytesView()));
  CLEW_TRY(drop_snapshots(base, row.sid, Seq{0}));
  CLEW_TRY(unindex(base, row.sid, Seq{0}, kOpenEnd));
  CLEW_ASSIGN(const auto blobs, used_blobs(base, row.sid));
  CLEW_TRY(release_blobs(base, row.sid, blobs));
  Statement done(base.db(), "DELETE FROM unindexed WHERE sid = ?1");
  CLEW_TRY(done.bind(row.sid).run());
  StatusMarks marks = row.marks;
  marks.forgotten = true;
  Statement update(base.db(),
                   "UPDATE sessions SET project = NULL, status = ?2, card = ?3 "
                   "WHERE sid = ?1");
  return update.bind(row.sid, marks.number(), BytesView()).run();
}

// The events that are cut off are kept as one blob of the session, by the hash that is returned.
// Forks that were forgotten are detached before; one that still needs the events refuses.
Result<Hash> cut_back(Database& base, const SessionId& session, Seq keep) {
  CLEW_ASSIGN(SessionRow row, get_session(base, session));
  if (keep <= row.fork_seq) return nothing_left(row, keep);
  CLEW_ASSIGN(const std::string fork, needed_by(base, row, Seq{keep.number + 1}));
  if (!fork.empty()) {
    return make_error(
        ErrorCode::kInvalid,
        "the fork " + fork + " branches off after event " + std::to_string(keep.number),
        session.text, "clew forget " + fork);
  }
  CLEW_TRY(detach_forgotten(base, row, keep));
  CLEW_ASSIGN(auto cut, own_events(base, row, Seq{keep.number + 1}));
  for (RawEvent& raw : cut) {
    if (!raw.redacted) raw.inner = inner_hash(raw.salt, raw.payload);
  }
  std::vector<Hash> payloads;
  for (const RawEvent& raw : cut) {
    if (const auto content = content_of_payload(raw.payload)) payloads.push_back(*content);
  }
  Blob quarantined;
  quarantined.data = encode_raw_log(cut);
  quarantined.hash = sha256(quarantined.data);
  CLEW_TRY(put_blob(base, quarantined));
  CLEW_TRY(use_blobs(base, row.sid, {quarantined.hash}));

  Statement events(base.db(), "DELETE FROM events WHERE sid = ?1 AND seq > ?2");
  CLEW_TRY(events.bind(row.sid, keep).run());
  CLEW_ASSIGN(const auto gone, unnamed(base, row, std::move(payloads)));
  CLEW_TRY(release_blobs(base, row.sid, gone));
  Statement keys(base.db(), "DELETE FROM idem WHERE sid = ?1 AND seq > ?2");
  CLEW_TRY(keys.bind(row.sid, keep).run());
  row.indexed = std::min(row.indexed, keep);
  CLEW_TRY(remake(base, row, Seq{keep.number + 1}));
  return quarantined.hash;
}

}  // namespace clew
