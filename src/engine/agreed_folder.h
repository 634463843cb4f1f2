#pragma once
// Where files are written that somebody else may have named: a checkout that others made can have a
// symbolic link in the place of a folder, and what is written there lands outside of the project.

#include <string>

#include "engine/workspace.h"

namespace clew {

// The real path of a folder or file to write, to be opened by files/real_folder.h. When a symbolic
// link of the project leads out of it, somebody has to agree (engine/confirm.h). `path` is
// absolute; `again` is the command that would do it.
Result<std::string> agreed_path(Workspace& workspace, const std::string& path,
                                const std::string& again);

}  // namespace clew
