#pragma once
// For `clew import`: a log that `clew export --log` wrote, with the hashes it had. All of it or
// nothing.

#include "command/verb.h"

namespace clew {

Result<Answer> import_log(Workspace& workspace, const std::string& file);

}  // namespace clew
