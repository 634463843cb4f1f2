#pragma once
// Whether a view's files can stand in a folder, before anything is begun there.

#include <string>

#include "engine/workspace.h"

namespace clew {

// kUsage: something else is in the way. kNotAllowed and others: no file can be made where the
// folder is, or would be.
Status check_view_folder(Workspace& workspace, const std::string& folder);

}  // namespace clew
