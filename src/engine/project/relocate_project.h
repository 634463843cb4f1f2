#pragma once
// Follows a project's folder that was moved: it is known again by its repository, and the session's
// record of it, and a view that lay in it, get the new path.

#include <optional>

#include "engine/workspace.h"
#include "view/view_record.h"

namespace clew {

// The view as it stands where the project lies now. Unset while its folder is where it was, or when
// it is not found there either.
Result<std::optional<ViewState>> moved_view(Workspace& workspace, const SessionId& id);
// That the project is no longer where the session says, and is here. Unset: it is there still, or
// is not found.
std::optional<IdentityChanged> project_moved(Workspace& workspace, const Session& session);
// The same, and that the session goes on on this machine.
std::optional<IdentityChanged> moved_here(Workspace& workspace, const Session& session);
// Records both, if the view has moved.
Status follow_project(Workspace& workspace, const SessionId& id);

}  // namespace clew
