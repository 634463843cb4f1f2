#pragma once
// How a server opens its store.

#include "store/open_store.h"

namespace clew {

inline StoreOptions long_lived() {
  StoreOptions options;
  options.lifespan = Lifespan::kLongLived;
  return options;
}

}  // namespace clew
