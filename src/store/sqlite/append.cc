#include "store/sqlite/append.h"

#include "store/codec/encode_events.h"
#include "store/codec/large_payload.h"
#include "store/codec/session_summary.h"
#include "store/searchable_text.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/snapshots.h"
#include "store/sqlite/text_index.h"

namespace clew {
namespace {

constexpr size_t kKeyBytes = 16;
constexpr size_t kRequestBytes = 8;
// How far behind the log `touched` may be while nothing else of the card changes.
constexpr Duration kTouchEvery = minutes(1);

constexpr uint32_t kIndexEvery = 64;

// Whether a multiple of `every` lies between the two, or is the second.
bool passes(Seq before, Seq head, uint32_t every) {
  return head.number / every != before.number / every;
}

// Keys and requests are kept as the beginning of a SHA-256: their text may be long, or private.
Bytes key_digest(const std::string& key) { return Bytes(sha256(key).view().substr(0, kKeyBytes)); }
Bytes request_digest(const Hash& request) { return Bytes(request.view().substr(0, kRequestBytes)); }

Error moved_on(const Append& append, Seq head, AppendRace& race) {
  race = AppendRace::kLost;
  return make_error(ErrorCode::kConflict,
                    "the session is at event " + std::to_string(head.number) + ", not " +
                        std::to_string(append.expected.number) + ": another process wrote first",
                    append.session.text, "clew status " + append.session.text);
}

// A fork begins at its parent's event: the number and the hash to chain to are that event's.
Result<LogLocation> location_for_new(Database& base, const Append& append,
                                     const std::optional<Fork>& fork) {
  Head head{append.expected, Hash()};
  if (fork) {
    CLEW_ASSIGN(const SessionRow parent, get_session(base, fork->parent));
    CLEW_ASSIGN(const Line line, line_of(base, parent, fork->parent_seq));
    CLEW_ASSIGN(const auto hash,
                hash_at(base, line.empty() ? 0 : line.back().sid, fork->parent_seq));
    if (!hash) {
      return make_error(ErrorCode::kNotFound,
                        "there is no event " + std::to_string(fork->parent_seq.number),
                        fork->parent.text, "clew log " + fork->parent.text);
    }
    head.hash = *hash;
  }
  CLEW_ASSIGN(auto row, create_session(base, append.session, fork, append.events[0].header.at));
  return LogLocation{std::move(row), head, {}};
}

// Where the session's log ends. A session that does not exist may only be appended to at its
// beginning; one that was forgotten never again, so that its id stays that of its chain.
Result<LogLocation> look_up_location(Database& base, const Append& append,
                                     const std::optional<Fork>& fork, AppendRace& race) {
  CLEW_ASSIGN(auto row, find_session(base, append.session));
  if (!row) {
    const Seq begins = fork ? fork->parent_seq : Seq{0};
    if (append.expected != begins) return no_such_session(append.session);
    return location_for_new(base, append, fork);
  }
  if (row->marks.forgotten) {
    return make_error(ErrorCode::kInvalid, "the session was forgotten; its id cannot be reused",
                      append.session.text, "clew start");
  }
  CLEW_ASSIGN(const auto head, head_of(base, row->sid));
  const Head now = head ? head->head : Head{};
  if (fork) return moved_on(append, now.seq, race);
  return LogLocation{std::move(*row), now, {}};
}

// `known` is what a load in the same transaction found; nobody else can have written since.
Result<LogLocation> find_location(Database& base, const Append& append,
                                  const std::optional<Fork>& fork, std::optional<LogLocation> known,
                                  AppendRace& race) {
  if (!known || fork) {
    CLEW_ASSIGN(known, look_up_location(base, append, fork, race));
  }
  if (known->head.seq != append.expected) return moved_on(append, known->head.seq, race);
  return std::move(*known);
}

Status put_key(Database& base, const Idempotency& key, int64_t sid, Seq seq) {
  const Bytes digest = key_digest(key.key);
  const Bytes request = request_digest(key.request);
  Statement insert(base.db(), "INSERT INTO idem(key, request, sid, seq) VALUES(?1, ?2, ?3, ?4)");
  return insert.bind(BytesView(digest), BytesView(request), sid, seq).run();
}

}  // namespace

// Everything that belongs to an append, in one transaction:
//   1. encode the events and check that the log still ends where it was decided;
//   2. chain them to the head and insert the rows;
//   3. note which contents they use, and the idempotency key;
//   4. refresh the list entry, and every so many events the snapshot and the search index.
// `race` says that another process was first, which the caller may try again. `location` comes back
// with the new end, so that the next append of the transaction need not look for it.
Result<Head> append_events(Database& base, const Append& append, const std::optional<Fork>& fork,
                           const RandomSource& random, std::optional<LogLocation>& location,
                           AppendRace& race) {
  CLEW_CHECK(!append.events.empty());
  auto known = std::exchange(location, std::nullopt);
  CLEW_ASSIGN(auto rows, encode_events(append.session, append.expected, append.events, random));
  CLEW_ASSIGN(LogLocation here, find_location(base, append, fork, std::move(known), race));
  SessionRow& row = here.row;
  if (row.indexed == append.expected) CLEW_TRY(mark_unindexed(base, row.sid));

  for (RawEvent& event : rows) event.hashed_id = row.hashed_id;
  chain_events(rows, here.head.hash);
  {
    EventRows log(base, row.sid, std::move(here.actor));
    for (const RawEvent& event : rows) CLEW_TRY(log.insert(event));
    here.actor = log.actor();
  }
  for (const Event& event : append.events) {
    CLEW_TRY(use_blobs(base, row.sid, hashes_in(event.data)));
  }
  const Head head = here.head = {rows.back().header.seq, rows.back().hash};
  if (append.key) CLEW_TRY(put_key(base, *append.key, row.sid, head.seq));

  std::optional<Loaded> loaded;
  if (append.after == nullptr) {
    CLEW_ASSIGN(loaded, load_session(base, row, std::nullopt));
  }
  const Session& after = append.after == nullptr ? loaded->session : *append.after;
  CLEW_TRY(refresh_summary(base, row, after, append.events.back().header));
  if (passes(append.expected, head.seq, kSnapshotEvery)) {
    CLEW_TRY(put_snapshot(base, row.sid, head, after));
  }
  if (passes(append.expected, head.seq, kIndexEvery)) {
    CLEW_TRY(index_session(base, row));
    row.indexed = head.seq;
  }
  location = std::move(here);
  return head;
}

EventRows::EventRows(Database& base, int64_t sid, KnownActor actor)
    : base_(base),
      sid_(sid),
      insert_(base.db(),
              "INSERT INTO events(sid, seq, at, kind, actor, via, part, repairs, data, salt, "
              "inner, hash) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"),
      actor_(std::move(actor)) {}

// A payload over the limit of an event becomes a content, and the row a reference to it by hash
// (store/codec/large_payload.h). The chain is over what stands in the row.
Result<Bytes> put_payload(Database& base, int64_t sid, BytesView payload) {
  if (payload.size() > kMaxEventBytes) {
    const Hash content = sha256(payload);
    CLEW_TRY(put_blob(base, {content, Bytes(payload)}));
    CLEW_TRY(use_blobs(base, sid, {content}));
  }
  return stored_payload(payload);
}

// A redacted event has its inner digest in the row and no salt; any other has a salt, and its
// digest is computed.
Status EventRows::insert(const RawEvent& event) {
  const EventHeader& header = event.header;
  if (actor_.number == 0 || header.actor != actor_.id) {
    CLEW_ASSIGN(actor_.number, intern_actor(base_, header.actor));
    actor_.id = header.actor;
  }
  std::optional<BytesView> salt;
  std::optional<Hash> inner;
  if (event.redacted) {
    inner = event.inner;
  } else {
    salt = event.salt;
  }
  CLEW_ASSIGN(const Bytes stored, put_payload(base_, sid_, event.payload));
  insert_.bind(sid_, header.seq, header.at, event.kind, actor_.number, static_cast<int>(header.via),
               header.part, header.repairs, BytesView(stored), salt, inner, event.hash);
  // What was bound is gone when this returns.
  const Status done = insert_.run();
  insert_.reset();
  return done;
}

// The list entry is empty until the first append fills it.
Result<SessionRow> create_session(Database& base, const SessionId& id,
                                  const std::optional<Fork>& fork, Time created) {
  CLEW_TRY(check_new_id(id));
  SessionRow row;
  row.id = row.hashed_id = id;
  row.touched = created;
  std::optional<Seq> fork_seq;
  if (fork) {
    CLEW_ASSIGN(const SessionRow parent, get_session(base, fork->parent));
    row.parent = parent.sid;
    row.fork_seq = fork->parent_seq;
    fork_seq = row.fork_seq;
  }
  row.indexed = row.fork_seq;
  Statement insert(base.db(),
                   "INSERT INTO sessions(id, parent, fork_seq, status, created, touched, indexed, "
                   "card) VALUES(?1, ?2, ?3, 0, ?4, ?4, ?5, ?6)");
  CLEW_TRY(insert.bind(id, row.parent, fork_seq, created, row.indexed, BytesView()).run());
  row.sid = sqlite3_last_insert_rowid(base.db().handle());
  return row;
}

// Written only when the entry changed or is more than a minute behind: most events change nothing
// that a list shows, and each write of the row would cost pages in the log.
Status refresh_summary(Database& base, SessionRow& row, const Session& session,
                       const EventHeader& last) {
  Bytes bytes = encode_summary(summary_text(session, last.actor, last.at));
  const StatusMarks marks{session.lifecycle.status, session.lifecycle.archived, false};
  const bool same = bytes == row.summary && marks.number() == row.marks.number();
  if (same && last.at - row.touched < kTouchEvery) return success();

  CLEW_TRY(note_touched(base, row.sid, last.actor));
  CLEW_ASSIGN(const auto project, intern_project(base, session.identity.project));
  Statement update(base.db(),
                   "UPDATE sessions SET project = ?2, status = ?3, touched = max(touched, ?4), "
                   "card = ?5 WHERE sid = ?1");
  CLEW_TRY(update.bind(row.sid, project, marks.number(), last.at, BytesView(bytes)).run());
  row.marks = marks;
  row.touched = std::max(row.touched, last.at);
  row.summary = std::move(bytes);
  return success();
}

Status note_touched(Database& base, int64_t sid, const ActorId& actor) {
  CLEW_ASSIGN(const int64_t number, intern_actor(base, actor));
  Statement by(base.db(), "INSERT OR IGNORE INTO touched_by(sid, actor) VALUES(?1, ?2)");
  return by.bind(sid, number).run();
}

// A key that was seen before with another request is told apart by the request's digest, so that
// the caller can refuse it.
Result<std::optional<SeenKey>> find_key(Database& base, const Idempotency& key) {
  const Bytes digest = key_digest(key.key);
  Statement query(base.db(),
                  "SELECT i.request, s.id, i.seq, e.hash FROM idem i "
                  "JOIN sessions s ON s.sid = i.sid "
                  "LEFT JOIN events e ON e.sid = i.sid AND e.seq = i.seq WHERE i.key = ?1");
  CLEW_ASSIGN(const bool found, query.bind(BytesView(digest)).step());
  if (!found) return std::optional<SeenKey>();
  SeenKey seen;
  seen.request =
      query.bytes(0) == request_digest(key.request) ? SeenRequest::kSame : SeenRequest::kDifferent;
  seen.session = SessionId(query.text(1));
  seen.head = {Seq{query.number(2)}, query.hash(3)};
  return std::optional<SeenKey>(seen);
}

}  // namespace clew
