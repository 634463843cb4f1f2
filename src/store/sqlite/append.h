#pragma once
// Adding to the log: the rows, the chain, and with them snapshot, card, index and key.
// REQUIRES, throughout: a write transaction.

#include "store/sqlite/log.h"

namespace clew {

// Appends to an existing session, or makes it (expected 0, or a fork).
Result<Head> append_events(Database& base, const Append& append, const std::optional<Fork>& fork,
                           const RandomSource& random);
// Rows whose hashes were made elsewhere and have been checked.
Status insert_event(Database& base, int64_t sid, const RawEvent& event);

// Makes the session's row; its card is empty until refresh_card.
Result<SessionRow> create_session(Database& base, const SessionId& id,
                                  const std::optional<Fork>& fork, Time created);
// Puts what the list shows in line with the state after the event `last`.
Status refresh_card(Database& base, const SessionRow& row, const Session& session,
                    const EventHeader& last);

Result<std::optional<SeenKey>> find_key(Database& base, const Idempotency& key);

}  // namespace clew
