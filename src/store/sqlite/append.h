#pragma once
// Appends to a session's log: writes the event rows and continues the chain, and updates snapshot,
// list entry, search index and idempotency key with them. REQUIRES, throughout: a write
// transaction.

#include "base/random.h"
#include "store/sqlite/append_position.h"
#include "store/sqlite/event_rows.h"

namespace clew {

enum class AppendRace { kNone, kLost };

// Appends to an existing session, or makes it (expected 0, or a fork). `place` is the session's
// when it is known, and afterwards what became of it; empty after a failure. `race` is lost when
// the head is not the expected one.
// REQUIRES: its key was not used before.
Result<Head> append_events(Database& base, const Append& append, const std::optional<Fork>& fork,
                           const RandomSource& random, std::optional<LogLocation>& location,
                           AppendRace& race);
// Events of one session, hashes and all. One at a time: keep it short-lived.
class EventRows {
 public:
  EventRows(Database& base, int64_t sid, KnownActor actor = {});
  Status insert(const RawEvent& event);
  const KnownActor& actor() const { return actor_; }  // of the last row

 private:
  Database& base_;
  int64_t sid_;
  Statement insert_;
  KnownActor actor_;
};

// What stands in the row of an event; a large payload becomes a content of the session.
Result<Bytes> put_payload(Database& base, int64_t sid, BytesView payload);

// Makes the session's row; its card is empty until refresh_summary.
Result<SessionRow> create_session(Database& base, const SessionId& id,
                                  const std::optional<Fork>& fork, Time created);
// Puts what the list shows in line with the state after the event `last`, in the row as well.
Status refresh_summary(Database& base, SessionRow& row, const Session& session,
                       const EventHeader& last);

// Lists by actor find the session.
Status note_touched(Database& base, int64_t sid, const ActorId& actor);

Result<std::optional<SeenKey>> find_key(Database& base, const Idempotency& key);

}  // namespace clew
