#pragma once
// `clew key new` and `clew key show`: the key of this device.

#include "command/verb.h"

namespace clew {

Result<Answer> new_key(Workspace& workspace, const NoRequest& request);
Result<Answer> show_key(Workspace& workspace, const NoRequest& request);

}  // namespace clew
