#pragma once
// Recovery level 0 of `clew repair`: files that are a session's view are rendered again from its
// log, because the log is the truth and the files only show it.

#include <optional>

#include "command/integrity/file_repair.h"
#include "engine/workspace.h"
#include "view/repair_writer.h"

namespace clew {

RepairMode mode_of(const FileRepair& repair);

// Whose view a path is: one of its files or the folder that is its own, there or gone.
Result<std::optional<SessionId>> view_at(Workspace& workspace, const std::string& path);

// REQUIRES: the session has a view. Answers level null when there is nothing to repair. kConflict:
// somebody else holds the files, and nothing was changed. Conflict markers are refused: both sides
// are somebody's work, and a person chooses. So is a version that is not known.
Result<Answer> rebuild_view(Workspace& workspace, const SessionId& id, const FileRepair& repair);

// Unset when the files are no session's view. Conflict markers and unknown versions are refused
// whoever's files they are in.
Result<std::optional<Answer>> rebuild_from_log(Workspace& workspace, const FoundSession& found,
                                               const FileRepair& repair);

}  // namespace clew
