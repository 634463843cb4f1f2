#pragma once
// The StoreFactory for stores in SQLite files; src/app hands it to everybody else.

#include "store/store_factory.h"

namespace clew {

const StoreFactory& sqlite_factory();

}  // namespace clew
