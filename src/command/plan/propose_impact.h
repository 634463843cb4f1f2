#pragma once
// How much follows from going back to a step, as far as its artifacts and the plan tell.

#include <string>

#include "engine/workspace.h"

namespace clew {

struct ProposedImpact {
  Impact impact = Impact::kMinor;
  std::string because;
};

// Nothing later begun: minor. Otherwise by how much of the step's artifacts differs from what was
// kept: a little is minor, up to half is moderate when later steps share its subject, more is
// major. So is what the dialect says upsets all that builds on it.
ProposedImpact propose_impact(Workspace& workspace, const Session& session, StepId step);

// The part of `before` that is not in `after`, or the other way round if that is more: 0 to 1.
double changed_share(std::string_view before, std::string_view after);

}  // namespace clew
