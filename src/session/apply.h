#pragma once
// `apply` folds one event into a session: this is what an event means. Total: no order of events
// crashes it, and what does not fit (a step nobody added) changes nothing but the head. Pure, and
// the same for every version: events written years ago still apply. The session it returns is
// bounded (session.h).

#include "session/event.h"

namespace clew {

Session apply(Session&& session, const Event& event);
// The same in place, for many events.
void apply_to(Session& session, const Event& event);

}  // namespace clew
