#pragma once
// Turns events into the rows that are stored: encoded, hashed and chained. Needs nothing but the
// events, so it may be done on any thread.

#include "base/random.h"
#include "store/event_store.h"

namespace clew {

// Numbers, payloads and salts; the hashes are chain_events' to give. Everything that can be refused
// is refused here: kInvalid for an event that is too large, or a value nested too deeply to be read
// back. REQUIRES: the events are numbered before+1, …
Result<std::vector<RawEvent>> encode_events(const SessionId& session, Seq before,
                                            const std::vector<Event>& events,
                                            const RandomSource& random);
// Gives each its hash, with its `hashed_id`, which is the session's own unless it is set; `prev` is
// that of the event before the first.
void chain_events(std::vector<RawEvent>& rows, Hash prev);

}  // namespace clew
