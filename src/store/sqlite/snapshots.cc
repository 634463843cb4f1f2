#include "store/sqlite/snapshots.h"

#include <algorithm>

#include "session/apply.h"
#include "store/codec/chain_check.h"
#include "store/codec/event_codec.h"

namespace clew {
namespace {

constexpr size_t kMaxSnapshotBytes = size_t{256} * 1024 * 1024;

// A small session is kept as it is, behind this mark and a digest that notices damage: every
// command reads one, and expanding it took longer than all that comes after. zstd's own frames
// begin otherwise, with 0x28.
constexpr char kPlainMark = '\0';
constexpr size_t kMaxPlainBytes = 4096;
constexpr size_t kDigestBytes = 8;

Bytes digest_of(BytesView bytes) { return Bytes(sha256(bytes).view().substr(0, kDigestBytes)); }

// Plain: mark, digest, bytes. Otherwise a zstd frame.
Result<Bytes> pack_snapshot(Database& base, BytesView bytes) {
  if (bytes.size() > kMaxPlainBytes) return base.zip.compress(bytes, Compressor::Effort::kQuick);
  return kPlainMark + digest_of(bytes) + Bytes(bytes);
}

Result<Session> decode_plain(BytesView packed) {
  const BytesView digest = packed.substr(1, kDigestBytes);
  const BytesView bytes = packed.substr(1 + digest.size());
  if (digest != digest_of(bytes)) {
    return make_error(ErrorCode::kCorrupt, "the snapshot is damaged");
  }
  return decode_session(bytes);
}

// Newest first; one that cannot be expanded is passed over, since the next older one and the log
// give the same session.
Result<std::optional<Snapshot>> newest_in(Database& base, const Segment& segment, Seq last) {
  Statement rows(base.db(),
                 "SELECT seq, hash, data FROM snapshots WHERE sid = ?1 AND seq > ?2 AND seq <= ?3 "
                 "ORDER BY seq DESC");
  rows.bind(segment.sid, segment.after, std::min(segment.last, last));
  while (true) {
    CLEW_ASSIGN(const bool found, rows.step());
    if (!found) return std::optional<Snapshot>();
    auto session = expand_snapshot(base, rows.bytes(2));
    if (!session || session->steps.empty()) continue;
    return std::optional<Snapshot>({
        {Seq{rows.number(0)}, rows.hash(1)},
        std::move(*session)
    });
  }
}

// Of the snapshots older than the last two, the first after each multiple of 4,096 stays.
// Called after each new snapshot, so there is never more than one to drop: the third newest, unless
// it is the first one after a multiple.
Status thin_out(Database& base, int64_t sid) {
  uint32_t third = 0;
  uint32_t fourth = 0;
  {
    Statement rows(base.db(),
                   "SELECT seq FROM snapshots WHERE sid = ?1 ORDER BY seq DESC "
                   "LIMIT 2 OFFSET 2");
    rows.bind(sid);
    CLEW_ASSIGN(const bool found, rows.step());
    if (!found) return success();
    third = rows.number(0);
    CLEW_ASSIGN(const bool older, rows.step());
    if (older) fourth = rows.number(0);
  }
  if (third / kKeepSnapshotEvery != fourth / kKeepSnapshotEvery) return success();
  Statement drop(base.db(), "DELETE FROM snapshots WHERE sid = ?1 AND seq = ?2");
  return drop.bind(sid, third).run();
}

Error missing_event(const SessionId& session, Seq seq) {
  return make_error(ErrorCode::kCorrupt, "event " + std::to_string(seq.number) + " is missing",
                    session.text, "clew verify " + session.text);
}

}  // namespace

// The segments of a fork's line are searched from the youngest, since a later snapshot leaves less
// to fold.
Result<std::optional<Snapshot>> newest_snapshot(Database& base, const Line& line, Seq last) {
  for (auto segment = line.rbegin(); segment != line.rend(); ++segment) {
    CLEW_ASSIGN(auto found, newest_in(base, *segment, last));
    if (found) return found;
  }
  return std::optional<Snapshot>();
}

Status put_snapshot(Database& base, int64_t sid, const Head& head, const Session& session) {
  CLEW_ASSIGN(const Bytes packed, pack_snapshot(base, encode_session(session)));
  return put_packed_snapshot(base, sid, head, packed);
}

Status put_packed_snapshot(Database& base, int64_t sid, const Head& head, BytesView packed) {
  Statement insert(base.db(),
                   "INSERT OR REPLACE INTO snapshots(sid, seq, hash, data) VALUES(?1,?2,?3,?4)");
  CLEW_TRY(insert.bind(sid, head.seq, head.hash, packed).run());
  return thin_out(base, sid);
}

Result<Session> expand_snapshot(Database& base, BytesView packed) {
  if (packed.starts_with(kPlainMark)) return decode_plain(packed);
  CLEW_ASSIGN(const Bytes bytes, base.zip.expand(packed, kMaxSnapshotBytes));
  return decode_session(bytes);
}

Status drop_snapshots(Database& base, int64_t sid, Seq from) {
  Statement drop(base.db(), "DELETE FROM snapshots WHERE sid = ?1 AND seq >= ?2");
  return drop.bind(sid, from).run();
}

namespace {

// Nothing is built on what somebody changed.
// The chain of every event is checked as it is read, so a changed event is never applied.
Status check_recorded(const RawEvent& raw, const Head& before) {
  const auto problem = ChainCheck(raw.hashed_id, before).check(raw);
  if (!problem) return success();
  const std::string& id = raw.session.text;
  return make_error(
      ErrorCode::kCorrupt,
      "event " + std::to_string(raw.header.seq.number) + " of " + id + ": " + *problem, id,
      "clew verify " + id);
}

// Folds the events after `loaded` onto it. `passing` sees the state after each event, so that
// snapshots can be written on the way.
Result<Loaded> fold_on(Database& base, const Line& line, Loaded loaded, const Passing& passing) {
  LogCursor cursor(base, line, Seq{loaded.head.seq.number + 1});
  RawEvent raw;
  while (true) {
    CLEW_ASSIGN(const bool more, cursor.next(raw));
    if (!more) return loaded;
    if (raw.header.seq.number != loaded.head.seq.number + 1) {
      return missing_event(raw.session, Seq{loaded.head.seq.number + 1});
    }
    CLEW_TRY(check_recorded(raw, loaded.head));
    CLEW_ASSIGN(const Event event, decode_event(raw));
    apply_to(loaded.session, event);
    loaded.head = {raw.header.seq, raw.hash};
    if (passing) CLEW_TRY(passing(loaded, raw.header));
  }
}

// Whether the event of that seq is the one with that hash.
Result<bool> is_in_line(Database& base, const Line& line, const Head& head) {
  for (const Segment& segment : line) {
    if (head.seq <= segment.after || head.seq > segment.last) continue;
    CLEW_ASSIGN(const auto hash, hash_at(base, segment.sid, head.seq));
    return hash == head.hash;
  }
  return false;
}

}  // namespace

// From the newest usable snapshot, or from zero. A snapshot may be sound in itself and not belong
// to this line; an event that chains to its hash proves that it does, and where there is no such
// event the log is asked. A wrong one is passed over for the next older.
Result<Loaded> fold(Database& base, const Line& line, FoldFrom from, const Passing& passing) {
  for (Seq last = from == FoldFrom::kZero ? Seq{0} : kOpenEnd; last > Seq{0};) {
    CLEW_ASSIGN(auto snapshot, newest_snapshot(base, line, last));
    if (!snapshot) break;
    const Head start = snapshot->head;
    auto folded = fold_on(base, line, {std::move(snapshot->session), start}, passing);
    // An event that chains to it says that it stands in its place; otherwise the log is asked.
    // One that does not is passed over before anything is said of the events after it.
    const bool is_sure =
        folded ? folded->head.seq != start.seq : folded.error().code != ErrorCode::kCorrupt;
    if (is_sure) return folded;
    CLEW_ASSIGN(const bool is_in_location, is_in_line(base, line, start));
    if (is_in_location) return folded;
    last = Seq{start.seq.number - 1};
  }
  return fold_on(base, line, {}, passing);
}

// After a redaction or a repair: all snapshots from `from` on are written anew, at the multiples
// that stay and at the head.
Result<Remade> remake_snapshots(Database& base, const SessionRow& session, Seq from) {
  CLEW_TRY(drop_snapshots(base, session.sid, from));
  CLEW_ASSIGN(const Line line, line_of(base, session));
  Remade remade;
  const auto passing = [&](const Loaded& here, const EventHeader& header) -> Status {
    remade.last = header;
    const bool own = here.head.seq > session.fork_seq;
    if (!own || here.head.seq.number % kKeepSnapshotEvery != 0) return success();
    return put_snapshot(base, session.sid, here.head, here.session);
  };
  CLEW_ASSIGN(remade.loaded, fold(base, line, FoldFrom::kSnapshot, passing));
  remade.loaded.session.identity.id = session.id;
  CLEW_TRY(put_snapshot(base, session.sid, remade.loaded.head, remade.loaded.session));
  return remade;
}

// Without `at`, the present state; with it, the state after that event. The id is set last, because
// a fork's log has its parent's.
Result<Loaded> load_session(Database& base, const SessionRow& session, std::optional<Seq> at) {
  CLEW_ASSIGN(const auto head, head_of(base, session.sid));
  if (!head) {
    return make_error(ErrorCode::kCorrupt, "the session has no events", session.id.text,
                      "clew verify " + session.id.text);
  }
  const Seq last = head->head.seq;
  if (at && (at->number == 0 || *at > last)) {
    return make_error(ErrorCode::kNotFound,
                      "there is no event " + std::to_string(at->number) + "; the last is " +
                          std::to_string(last.number),
                      session.id.text, "clew log " + session.id.text);
  }
  CLEW_ASSIGN(const Line line, line_of(base, session, at.value_or(last)));
  CLEW_ASSIGN(Loaded loaded, fold(base, line, FoldFrom::kSnapshot));
  loaded.session.identity.id = session.id;
  return loaded;
}

}  // namespace clew
