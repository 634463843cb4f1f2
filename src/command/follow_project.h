#pragma once
// A project's folder may be moved; it is known again by its repository. A view that lay in it
// follows.

#include <optional>

#include "command/view_state.h"
#include "command/workspace.h"

namespace clew {

// The view as it stands where the project lies now. Unset while its folder is where it was, or when
// it is not found there either.
Result<std::optional<ViewState>> moved_view(Workspace& workspace, const SessionId& id);
// Records that, if so.
Status follow_project(Workspace& workspace, const SessionId& id);

}  // namespace clew
