#pragma once
// `clew doctor`: everything clew stands on, looked at once; what is wrong, and what mends it.

#include "command/verb.h"

namespace clew {

// Exit 1 when something is wrong. Nothing is made or migrated.
Result<Answer> see_doctor(Workspace& workspace, const NoRequest& request);

}  // namespace clew
