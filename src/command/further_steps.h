#pragma once
// Steps that follow by a dialect's own rules from what a command is about to record.

#include "command/workspace.h"
#include "dialect/dialect.h"

namespace clew {

// `wishes`, and after them the steps that `dialect` adds once they are granted. Without a dialect,
// or where a wish will be refused: `wishes` alone.
std::vector<Wish> with_further_steps(Workspace& workspace, const Dialect* dialect,
                                     const Session& session, std::vector<Wish> wishes);

}  // namespace clew
