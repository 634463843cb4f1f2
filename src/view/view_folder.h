#pragma once
// Whether a view's files can stand in a folder, given by its real path, before anything is begun
// there.

#include <string>

#include "engine/context.h"

namespace clew {

// kUsage: something else is in the way. kNotAllowed and others: no file can be made where the
// folder is, or would be.
Status check_view_folder(Context& context, const std::string& folder);

}  // namespace clew
