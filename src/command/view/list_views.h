#pragma once
// `clew view list`: every view, and how its files stand.

#include "command/verb.h"

namespace clew {

Result<Answer> list_views(Workspace& workspace, const NoRequest& request);

}  // namespace clew
