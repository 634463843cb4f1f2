#pragma once
// `clew archive` and `clew unarchive`: out of the list, and back.

#include "command/verb.h"

namespace clew {

Result<Answer> archive_session(Workspace& workspace, const NoRequest& request);
Result<Answer> unarchive_session(Workspace& workspace, const NoRequest& request);

}  // namespace clew
