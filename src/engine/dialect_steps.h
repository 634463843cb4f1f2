#pragma once
// What follows for the plan, by a dialect's own rules, from what a command is about to record.

#include "dialect/dialect.h"
#include "engine/workspace.h"

namespace clew {

// `wishes`, and after them what `dialect` adds to the plan, or calls by another name, once they are
// granted; what the session does not allow now is left for later. Without a dialect, or where a
// wish will be refused: `wishes` alone. `fresh`: contents that the wishes speak of and that are not
// in the store yet.
std::vector<Wish> with_further_steps(Workspace& workspace, const Dialect* dialect,
                                     const Session& session, std::vector<Wish> wishes,
                                     const std::vector<Blob>& fresh = {});
// `wishes`, one of which is this revisit, and after them what `dialect` takes out of the plan with
// it.
std::vector<Wish> with_steps_of_revisit(Workspace& workspace, const Dialect* dialect,
                                        const Session& session, std::vector<Wish> wishes,
                                        const RevisitStep& revisit);

}  // namespace clew
