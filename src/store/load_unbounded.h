#pragma once
// A session with every fact of its log, not only the latest of each kind. Costs as much as the log
// is long.

#include "store/event_store.h"

namespace clew {

// As it was after event `at`.
Result<Session> load_whole(StoreReader& store, const SessionId& id, Seq at);

}  // namespace clew
