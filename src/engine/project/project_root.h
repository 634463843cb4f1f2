#pragma once
// Finds where the project of a session stands on this machine now: the folder in which its recorded
// paths can be looked up.

#include "engine/workspace.h"

namespace clew {

// Empty when it cannot be found.
std::string project_root_of(Workspace& workspace, const Session& session);
// The same by what is recorded of it: the project's id and its path.
std::string project_root_of(Workspace& workspace, const std::string& project,
                            const std::string& path);

// The checkout of a project's root; nothing without git. That of the current folder is known.
std::optional<GitRepository> checkout_of(Workspace& workspace, const std::string& root);

}  // namespace clew
