#pragma once
// Rows whose owner is not there.

#include "store/sqlite/database.h"

namespace clew {

// Adds a problem for each kind of them.
Status check_orphans(Database& base, VerifyReport& report);

}  // namespace clew
