#pragma once
// How much a code index knows for certain, over all of its files.

#include <cstdint>

namespace clew {

struct IndexCounts {
  // Calls and references alone: an import names a module more often than a symbol.
  uint64_t resolved = 0;
  uint64_t by_name = 0;
  uint64_t unresolved = 0;
  uint64_t symbols = 0;

  bool operator==(const IndexCounts&) const = default;
};

}  // namespace clew
