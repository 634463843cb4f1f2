#pragma once
// `clew repair PATH`: the recovery ladder for files of a dialect. 0: they are a session's view, and
// are made anew from its log. 1: the backup. 2: what can be read before the damage, completed by
// what index, history and artifacts tell. 3: a fresh state at the step somebody names. The first
// that helps is taken, and says what was used and what is missing; the damaged file is kept aside.

#include "command/integrity/file_repair.h"
#include "engine/workspace.h"

namespace clew {

Result<Answer> repair_files(Workspace& workspace, const FileRepair& repair);

}  // namespace clew
