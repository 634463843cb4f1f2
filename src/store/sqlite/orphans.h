#pragma once
// Finds rows whose owner is not there: events, snapshots and keys without a session, and names of
// contents that are missing.
// Part of `clew verify`.

#include "store/sqlite/database.h"

namespace clew {

// Adds a problem for each kind of them.
Status check_orphans(Database& base, VerifyReport& report);

}  // namespace clew
