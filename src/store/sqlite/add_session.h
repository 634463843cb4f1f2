#pragma once
// A new session that was made ready beforehand: its rows are bound and stepped, and nothing else.
// REQUIRES: a write transaction.

#include "store/codec/prepared_session.h"
#include "store/sqlite/event_rows.h"

namespace clew {

// kConflict when the id is taken: then nothing was written.
Result<Head> add_session(Database& base, const PreparedSession& session);

}  // namespace clew
