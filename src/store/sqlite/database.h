#pragma once
// Database: a connection with its prepared statements, and the reads of rows (session, head, kind
// of event) that every part of the SQLite store needs.

#include <memory>

#include "sqlite/connection.h"
#include "sqlite/statement.h"
#include "store/codec/compress.h"
#include "store/event_store.h"

namespace clew {

// The column of a session's card. One larger than any event is not clew's: it is as good as none,
// and is not read.
#define CLEW_STORED_SUMMARY "iif(length(card) <= 67108864, card, x'')"

struct Database {
  std::unique_ptr<Connection> connection;
  Compressor zip;
  bool has_hashed_ids = false;  // the table of that name, as far as known

  Connection& db() { return *connection; }
};

// The status column: lifecycle and two marks in one number, so that lists filter by their index.
struct StatusMarks {
  Lifecycle status = Lifecycle::kActive;
  bool archived = false;
  bool forgotten = false;
  static StatusMarks from(int64_t number);
  int64_t number() const;
};

struct SessionRow {
  int64_t sid = 0;
  SessionId id;
  SessionId hashed_id;  // in the headers of its events
  std::optional<int64_t> parent;
  Seq fork_seq;
  StatusMarks marks;
  Time touched;
  Seq indexed;
  Bytes summary;
};

Result<std::optional<SessionRow>> find_session(Database& base, const SessionId& id);
Result<std::optional<SessionRow>> find_session(Database& base, int64_t sid);
// kNotFound when there is none, and when it was forgotten.
Result<SessionRow> get_session(Database& base, const SessionId& id);
Result<SessionRow> get_any_session(Database& base, const SessionId& id);  // also a forgotten one
Error no_such_session(const SessionId& id);
// kInvalid for an id that no session may have. One that stands in a store all the same is found by
// nothing but verify.
Status check_new_id(const SessionId& id);

// The other way round: a session of another id is one whose own was taken when it arrived.
Result<std::vector<SessionId>> sessions_hashed_as(Database& base, const SessionId& hashed_id);
Status put_hashed_id(Database& base, int64_t sid, const SessionId& hashed_id);

// Sessions forked from this one, theirs, and so on, from event `from` on or later.
Result<std::vector<SessionRow>> descendants(Database& base, int64_t sid, Seq from);

Result<int64_t> intern_actor(Database& base, const ActorId& actor);
Result<std::optional<int64_t>> intern_project(Database& base, const std::string& project);

}  // namespace clew
