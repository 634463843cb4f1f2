#pragma once
// The event log: reading sessions and their events, and appending to them.
//
// A session is a chain of events: hash = SHA256(prev ‖ header ‖ SHA256(salt ‖ payload)), over the
// stored bytes. docs/format-event-log.md has the bytes.

#include <optional>
#include <string>
#include <vector>

#include "session/event.h"

namespace clew {

inline constexpr uint32_t kSnapshotEvery = 32;
inline constexpr size_t kMaxEventBytes = 256 * 1024;
inline constexpr size_t kMaxBlobBytes = size_t{1} << 30;

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
  SessionId session;    // where it was recorded: a parent, before the point of a fork
  SessionId hashed_id;  // of that session, as it stands in the hashed header
  EventHeader header;
  int kind = 0;
  Bytes payload;
  Bytes salt;  // 16 bytes; empty when redacted
  Hash inner;  // SHA256(salt ‖ original payload)
  Hash hash;
  bool redacted = false;
  bool operator==(const RawEvent&) const = default;
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

class EventLogReader {
 public:
  virtual ~EventLogReader() = default;
  // The session now, or as it was after event `at`; kNotFound.
  virtual Result<Loaded> load(const SessionId& session, std::optional<Seq> at) = 0;
  Result<Loaded> load(const SessionId& session) { return load(session, std::nullopt); }
  virtual Result<bool> exists(const SessionId& session) = 0;  // also when it was forgotten
  // The id that its headers are hashed with. It is the session's own, unless that was taken when
  // the session arrived from another machine.
  virtual Result<SessionId> hashed_id(const SessionId& session) = 0;
  // All sessions of which the headers are hashed with that id, the forgotten ones too.
  virtual Result<std::vector<SessionId>> sessions_hashed_as(const SessionId& hashed_id) = 0;
  // Up to `limit` events from `from` on, through the whole line of forks.
  virtual Result<std::vector<StoredEvent>> read(const SessionId& session, Seq from,
                                                size_t limit) = 0;
  virtual Result<std::vector<RawEvent>> read_raw(const SessionId& session, Seq from,
                                                 size_t limit) = 0;
  virtual Result<std::optional<SeenKey>> find_key(const Idempotency& key) = 0;
  virtual Result<Bytes> blob(const Hash& hash) = 0;
  // The chain, snapshots against a replay from zero, blobs against their hashes.
  virtual Result<VerifyReport> verify(const std::optional<SessionId>& session) = 0;
};

class EventLogWriter {
 public:
  virtual ~EventLogWriter() = default;
  // Before the append that names it: only then does the blob belong to that session.
  virtual Status put_blob(const Blob& blob) = 0;
  // For content that no event names, such as the text of a view: it is the session's right away.
  virtual Status put_blob(const Blob& blob, const SessionId& owner) = 0;
  // kConflict when the session's head is not `expected` (another writer was first).
  virtual Result<Head> append(const Append& append) = 0;
  // Like append, for the first event of a fork: its chain goes on from the parent's.
  virtual Result<Head> append_fork(const Fork& fork, const Append& append) = 0;
  // Rebuilds what is derived from the log: snapshots, card, search index.
  virtual Status remake(const SessionId& session) = 0;
};

}  // namespace clew
