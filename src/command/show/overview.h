#pragma once
// `clew` alone: where you stand and the one next command, in under 15 lines.

#include "command/verb.h"

namespace clew {

Result<Answer> show_here(Workspace& workspace, const NoRequest& request);

}  // namespace clew
