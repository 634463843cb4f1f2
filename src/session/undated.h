#pragma once
// Sessions that files tell without saying when: the times that nobody knows are Time(), and are
// filled in before anybody sees them.

#include "session/session.h"

namespace clew {

// Where nothing tells when it was, it is `then`.
void date(Session& session, Time then);
// The other way: without the times that `told` does not have.
void undate(const Session& reported, Session& session);

}  // namespace clew
