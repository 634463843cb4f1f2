#pragma once
// What we ask of a database, and what it promises.
//
// A session is a chain of events: hash = SHA256(prev ‖ header ‖ SHA256(salt ‖ payload)), over the
// stored bytes. Append is the one commit point: when commit returns, the events are durable, and
// before that nobody sees any of them. Sessions are loaded from the nearest snapshot and the events
// after it. A store is used by one thread at a time; another thread or process opens its own.
// Every implementation runs all of tests/conformance. docs/format-event-log.md has the bytes.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "session/event.h"

namespace clew {

struct Head {
  Seq seq;
  Hash hash;
  bool operator==(const Head&) const = default;
};

struct Loaded {
  Session session;
  Head head;
};

struct StoredEvent {
  SessionId session;  // where it was recorded: a parent, before the point of a fork
  Event event;
  Hash hash;
  bool redacted = false;  // its payload was replaced; the chain holds the original's digest
};

// An event as bytes, with all that is needed to make the same hash again on another machine.
struct RawEvent {
  SessionId session;  // where it was recorded: a parent, before the point of a fork
  EventHeader header;
  int kind = 0;
  Bytes payload;
  Bytes salt;  // 16 bytes; empty when redacted
  Hash inner;  // SHA256(salt ‖ original payload)
  Hash hash;
  bool redacted = false;
  bool operator==(const RawEvent&) const = default;
};

// What `list` shows of a session, kept beside it so that no log is read.
struct SessionCard {
  SessionId id;
  std::string goal;
  std::string project;
  std::string project_path;
  Lifecycle status = Lifecycle::kActive;
  bool archived = false;
  bool forgotten = false;  // its payloads are gone; only the chain is left
  Time created_at;
  Time touched_at;
  ActorId actor;     // who touched it last
  std::string step;  // where it stands: 3 "Build"
  int percent = 0;
  bool open_ended = false;  // of what is known so far: more may come
  SessionId parent;
  Head head;
};

struct ListQuery {
  std::optional<std::string> project;
  std::vector<Lifecycle> statuses;  // empty: any
  std::optional<ActorId> actor;     // touched by
  std::string text;                 // in the goal, any case
  std::optional<Time> touched_since;
  std::optional<Time> touched_before;
  bool archived = false;  // also the archived and the forgotten ones
  size_t limit = 20;
};

struct SearchQuery {
  std::string text;                  // words; all must occur in one event, any case
  std::optional<SessionId> session;  // with what it inherited, when it is a fork
  std::optional<std::string> project;
  size_t limit = 20;
};

struct SearchHit {
  SessionId session;
  Seq seq;
  int kind = 0;
  std::string excerpt;
};

struct Blob {
  Hash hash;
  Bytes data;
};

// A command that may arrive twice: the same key and request is answered with the first result.
struct Idempotency {
  std::string key;
  Hash request;
};
enum class SeenRequest { kSame, kDifferent };
struct SeenKey {
  SeenRequest request = SeenRequest::kSame;
  SessionId session;
  Head head;  // after the first time
};

struct StoreSetting {
  std::string key;
  std::string value;
};

struct Append {
  SessionId session;
  Seq expected;                    // the head it was decided on; 0 for a new session
  std::vector<Event> events;       // numbered expected+1, …
  const Session* after = nullptr;  // the state with them applied, for snapshot and card
  std::optional<Idempotency> key;
};

struct Fork {
  SessionId parent;
  Seq parent_seq;
};

struct VerifyProblem {
  SessionId session;
  Seq seq;           // 0: the session or store as a whole
  std::string what;  // in words
};
struct VerifyReport {
  size_t sessions = 0;
  uint64_t events = 0;
  uint64_t snapshots = 0;
  uint64_t blobs = 0;
  std::vector<VerifyProblem> problems;
  std::optional<Seq> intact_to;  // of the one session asked about
};

struct PreparedSession;  // codec/prepared_session.h

// What becomes of a part of a turn.
enum class PartEnd { kKept, kTakenBack };

// One writer's turn. What is read in it cannot change under it; nothing stays without commit().
// The store it came from must outlive it. When an operation fails with kFailed or kCorrupt, the
// turn is spoilt: commit() refuses, and nothing of it stays.
class WriteTurn {
 public:
  virtual ~WriteTurn() = default;
  virtual Result<Loaded> load(const SessionId& session) = 0;  // kNotFound
  virtual Result<std::optional<SeenKey>> find_key(const Idempotency& key) = 0;
  virtual Result<bool> exists(const SessionId& session) = 0;
  // Before the append that names it: only then does the blob belong to that session.
  virtual Status put_blob(const Blob& blob) = 0;
  // For content that no event names, such as the text of a view: it is the session's right away.
  virtual Status put_blob(const Blob& blob, const SessionId& owner) = 0;
  // kConflict when the session's head is not `expected` (another writer was first).
  virtual Result<Head> append(const Append& append) = 0;
  // Like append, for the first event of a fork: its chain goes on from the parent's.
  virtual Result<Head> append_fork(const Fork& fork, const Append& append) = 0;
  // A new session that was made ready beforehand. kConflict when its id is taken: nothing of it was
  // written, and the turn can go on.
  virtual Result<Head> add_session(const PreparedSession& session) = 0;
  // What is written between the two can be taken back without the rest of the turn.
  virtual Status begin_part() = 0;
  virtual Status end_part(PartEnd end) = 0;
  // The session's own log from elsewhere, hashes checked one by one: kCorrupt names the first that
  // is wrong. What the store already has of it is left alone; kConflict when the two differ. A fork
  // needs its parent first.
  virtual Result<Head> restore_chain(const SessionId& session, const std::vector<RawEvent>& events,
                                     const std::optional<Fork>& fork) = 0;
  // Replaces the payload of an event by `replacement`, keeping the chain. Snapshots that knew the
  // original are remade, the search index forgets it, and the bytes are gone from the files once
  // commit() has returned (if not, notices() says so). verify() wants the session to say so too:
  // append an EventRedacted in the same turn.
  virtual Status redact(const SessionId& session, Seq seq, const EventData& replacement) = 0;
  // Lets go of contents that the session or a fork of it holds and no event of theirs names, such
  // as the texts of files: those that `is_chosen` picks. Gone from the files like what redact
  // replaces.
  virtual Status release_unnamed(const SessionId& session,
                                 const std::function<bool(BytesView content)>& is_chosen) = 0;
  // Drops every payload, blob and index entry of a session; the bare chain stays. kInvalid while a
  // fork that is not forgotten still needs it.
  virtual Status forget(const SessionId& session) = 0;
  // Drops events after `keep` that cannot be trusted (`clew repair --from`). They are kept aside as
  // a blob (codec/raw_log.h), whose hash is returned.
  virtual Result<Hash> cut_back(const SessionId& session, Seq keep) = 0;
  // Makes anew what is derived from the log: snapshots, card, search index.
  virtual Status remake(const SessionId& session) = 0;
  // An empty value: the setting goes.
  virtual Status put_setting(const std::string& key, const std::string& value) = 0;
  // Every setting whose key begins so; an empty prefix is refused.
  virtual Status drop_settings(const std::string& prefix) = 0;
  virtual Status commit() = 0;
};

class EventStore {
 public:
  virtual ~EventStore() = default;
  // The session now, or as it was after event `at`.
  virtual Result<Loaded> load(const SessionId& session, std::optional<Seq> at) = 0;
  // Up to `limit` events from `from` on, through the whole line of forks.
  virtual Result<std::vector<StoredEvent>> read(const SessionId& session, Seq from,
                                                size_t limit) = 0;
  virtual Result<std::vector<RawEvent>> read_raw(const SessionId& session, Seq from,
                                                 size_t limit) = 0;
  virtual Result<std::vector<SessionCard>> list(const ListQuery& query) = 0;
  virtual Result<SessionCard> card(const SessionId& session) = 0;
  // The one session whose id starts so; kNotFound, or kUsage naming the candidates.
  virtual Result<SessionId> resolve(const std::string& prefix) = 0;
  virtual Result<std::vector<SearchHit>> search(const SearchQuery& query) = 0;
  virtual Result<Bytes> blob(const Hash& hash) = 0;
  // The chain, snapshots against a replay from zero, blobs against their hashes.
  virtual Result<VerifyReport> verify(const std::optional<SessionId>& session) = 0;
  virtual Result<std::string> setting(const std::string& key) = 0;  // empty when not set
  // Every setting whose key begins so, by key.
  virtual Result<std::vector<StoreSetting>> settings(const std::string& prefix) = 0;
  // Waits for its turn in line, up to the deadline: kConflict after that.
  virtual Result<std::unique_ptr<WriteTurn>> begin_write(Duration deadline) = 0;
  virtual Status backup(const std::string& path) = 0;
  // What the store did by itself and a person should hear of, such as a migration; said once.
  virtual std::vector<std::string> notices() = 0;
  // After a one-shot command has answered: tidies up without making anybody wait.
  virtual void finish() = 0;
};

inline constexpr uint32_t kSnapshotEvery = 32;
inline constexpr size_t kMostEventBytes = 256 * 1024;
inline constexpr size_t kMostBlobBytes = size_t{1} << 30;

}  // namespace clew
