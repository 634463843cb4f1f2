#pragma once
// For `clew import`: the sessions of another store, or of one whose schema clew refuses. Only
// events and the contents they name are read, and every hash is checked before anything is kept.

#include "command/verb.h"

namespace clew {

// Whether a file begins like a SQLite database.
bool is_store_file(std::string_view start);

Result<Answer> import_store(Workspace& workspace, const std::string& file);

}  // namespace clew
