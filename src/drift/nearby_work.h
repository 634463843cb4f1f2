#pragma once
// Lists other open sessions around this one: in the same project, and in folders above and below
// it. For briefs.

#include "brief/world.h"
#include "engine/workspace.h"

namespace clew {

// The latest first, at most a few; sessions that were put away are left out.
std::vector<NearbyWork> find_nearby_work(Workspace& workspace, const Session& session);

}  // namespace clew
