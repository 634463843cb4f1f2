#pragma once
// A session's own log that was written elsewhere, taken in with the hashes it has.
// REQUIRES: a write transaction.

#include "store/sqlite/event_rows.h"

namespace clew {

Result<Head> restore_chain(Database& base, const SessionId& session,
                           const std::vector<RawEvent>& events, const std::optional<Fork>& fork,
                           const std::optional<SessionId>& hashed_id);

}  // namespace clew
