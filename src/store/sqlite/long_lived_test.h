#pragma once
// How a server opens its store.

#include "store/store_factory.h"

namespace clew {

inline StoreOptions long_lived() {
  StoreOptions options;
  options.lifespan = Lifespan::kLongLived;
  return options;
}

}  // namespace clew
