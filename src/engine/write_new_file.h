#pragma once
// New files that a person asked for.

#include <string>

#include "engine/workspace.h"

namespace clew {

// A new file at a path the person gave; an existing one only with --yes.
Status write_new_file(Workspace& workspace, const std::string& path, BytesView content,
                      const std::string& again);

}  // namespace clew
