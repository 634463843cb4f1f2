#pragma once
// Does the store still say what was recorded? Every chain is computed again from the stored bytes,
// snapshots and cards are compared with a replay from zero, contents with their hashes. A cut end
// shows where something still speaks of it: a snapshot, an idempotency key, the search index.

#include "store/sqlite/event_rows.h"

namespace clew {

Result<VerifyReport> verify_store(Database& base);
Result<VerifyReport> verify_session(Database& base, const SessionId& session);

}  // namespace clew
