#pragma once
// apply folds one event into a session. Total: no order of events crashes it, and what does not
// fit (a step nobody added) changes nothing but the head. The session it returns is bounded.

#include "session/event.h"

namespace clew {

Session apply(Session&& session, const Event& event);
// The same in place, for many events.
void apply_to(Session& session, const Event& event);

}  // namespace clew
