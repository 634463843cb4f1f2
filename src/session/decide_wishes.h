#pragma once
// Several wishes of one command, each decided on the state that the one before leaves behind.

#include <vector>

#include "session/decide.h"

namespace clew {

Result<Drafts> decide_wishes(const Session& session, const std::vector<Wish>& wishes, Time now,
                             const ActorId& actor);

}  // namespace clew
