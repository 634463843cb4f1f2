#pragma once
// A side session: a fork that holds, as they are, the events that were moved out of a session when
// two machines met. It has the id of the one it came from in its hashed headers.

#include "store/store_reader.h"

namespace clew {

// The session that its events were moved out of; empty for any session that is no side session.
Result<SessionId> moved_out_of(StoreReader& store, const SessionId& session);

}  // namespace clew
