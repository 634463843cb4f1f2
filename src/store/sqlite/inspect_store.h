#pragma once
// What a store is like from outside. Nothing is made, migrated or written.

#include "store/store_factory.h"

namespace clew {

// Of a location that is no file: the engine alone.
Result<StoreFacts> inspect_store(const StoreLocation& location, const StoreOptions& options);

}  // namespace clew
