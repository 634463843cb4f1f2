#pragma once
// Which device has a session that was handed off, and what one that does not have it is told when
// it goes on all the same.

#include "brief/world.h"
#include "engine/context.h"

namespace clew {

// By the key that this device signs with; a device without one has nothing.
bool is_this_device(Context& context, const Handoff& handoff);
// kNobody also for a side session, whatever its events say.
Holder holder_of(Context& context, StoreReader& store, const Session& session);
// "handed to desk 14:02; what is recorded here goes into a fork".
std::string handed_off_words(const Handoff& handoff, Time now);

}  // namespace clew
