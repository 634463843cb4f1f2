#pragma once
// Adding to the log: the rows, the chain, and with them snapshot, card, index and key.
// REQUIRES, throughout: a write transaction.

#include "store/sqlite/log.h"

namespace clew {

// Appends to an existing session, or makes it (expected 0, or a fork).
Result<Head> append_events(Database& base, const Append& append, const std::optional<Fork>& fork,
                           const RandomSource& random);
// Events of one session, hashes and all. One at a time: keep it short-lived.
class EventRows {
 public:
  EventRows(Database& base, int64_t sid);
  Status insert(const RawEvent& event);

 private:
  Database& base_;
  int64_t sid_;
  Statement insert_;
  ActorId actor_;  // of the row before, most often the same
  int64_t actor_number_ = 0;
};

// Makes the session's row; its card is empty until refresh_card.
Result<SessionRow> create_session(Database& base, const SessionId& id,
                                  const std::optional<Fork>& fork, Time created);
// Puts what the list shows in line with the state after the event `last`.
Status refresh_card(Database& base, const SessionRow& row, const Session& session,
                    const EventHeader& last);

// Lists by actor find the session.
Status note_touched(Database& base, int64_t sid, const ActorId& actor);

Result<std::optional<SeenKey>> find_key(Database& base, const Idempotency& key);

}  // namespace clew
