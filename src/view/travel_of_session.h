#pragma once
// How a session travels, by what the store remembers of its remotes: for files that say so.

#include "dialect/travel.h"
#include "store/store_reader.h"

namespace clew {

// With the events up to `seq`. Unset when the store has no remote: the files keep what they say.
Result<std::optional<Travel>> travel_of_session(StoreReader& store, const SessionId& session,
                                                Seq seq);

}  // namespace clew
