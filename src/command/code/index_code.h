#pragma once
// `clew code index` and `clew code status`: bring the code index up to date, and say what is in it.

#include "command/verb.h"

namespace clew {

Result<Answer> index_code(Workspace& workspace, const NoRequest& request);
Result<Answer> show_index(Workspace& workspace, const NoRequest& request);

}  // namespace clew
