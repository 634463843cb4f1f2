#pragma once
// Takes in a session's own log that was written elsewhere (a backup, another machine), with the
// hashes that it has. REQUIRES: a write transaction.

#include "store/sqlite/event_rows.h"

namespace clew {

Result<Head> restore_chain(Database& base, const SessionId& session,
                           const std::vector<RawEvent>& events, const std::optional<Fork>& fork,
                           const std::optional<SessionId>& hashed_id);

}  // namespace clew
