#pragma once
// `clew list --found`: sessions in files of the dialects, where these usually are: in this project,
// in the user's state folder and, for essays, in the folder for temporary files, where anybody may
// write: there only folders that are the user's own, real and not shared are entered.

#include "engine/workspace.h"

namespace clew {

Result<Answer> list_found(Workspace& workspace, size_t limit);

}  // namespace clew
