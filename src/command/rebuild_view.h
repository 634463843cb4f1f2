#pragma once
// Recovery level 0, when somebody asks for it: files that are a session's view are made anew from
// its log.

#include <optional>

#include "command/repair_desk.h"
#include "command/repair_files.h"

namespace clew {

RepairMode mode_of(const FileRepair& repair);

// Unset when the files are no session's view. Conflict markers are refused, whoever's files they
// are in: both sides are somebody's work, and a person chooses.
Result<std::optional<Answer>> rebuild_from_log(Workspace& workspace, const FoundSession& found,
                                               const FileRepair& repair);

}  // namespace clew
