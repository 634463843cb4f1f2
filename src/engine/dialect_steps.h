#pragma once
// Steps that follow by a dialect's own rules from what a command is about to record, such as a plan
// file that was kept: the intents for them are added to the command's own.

#include "dialect/dialect.h"
#include "engine/workspace.h"

namespace clew {

// `intents`, and after them what `dialect` adds to the plan, or calls by another name, once they
// are granted; what the session does not allow now is left for later. Without a dialect, or where a
// intent will be refused: `intents` alone. `fresh`: contents that the intents speak of and that are
// not in the store yet.
std::vector<Intent> with_further_steps(Workspace& workspace, const Dialect* dialect,
                                       const Session& session, std::vector<Intent> intents,
                                       const std::vector<Blob>& fresh = {});
// `intents`, one of which is this revisit, and after them what `dialect` takes out of the plan with
// it.
std::vector<Intent> with_steps_of_revisit(Workspace& workspace, const Dialect* dialect,
                                          const Session& session, std::vector<Intent> intents,
                                          const RevisitStep& revisit);

}  // namespace clew
