#pragma once
// What is to be done next in a session, with the command that does it as it is to be typed.

#include "session/progress.h"

namespace clew {

// As next_action, and a command that completes a step names what its gate asks for.
NextAction what_next(const Session& session, const ActorId& actor, Time now);

}  // namespace clew
