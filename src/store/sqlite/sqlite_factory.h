#pragma once
// Stores in SQLite files.

#include "store/store_factory.h"

namespace clew {

const StoreFactory& sqlite_factory();

}  // namespace clew
