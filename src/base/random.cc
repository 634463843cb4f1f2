#include "base/random.h"

#include <algorithm>

#include "base/hash.h"

namespace clew {

// SHA-256 of the seed and a counter, block after block.
RandomSource seeded_random(Bytes seed) {
  return [seed = std::move(seed), count = uint64_t{0}](Bytes& bytes) mutable {
    for (size_t at = 0; at < bytes.size();) {
      const Hash block = sha256(seed + std::to_string(count++));
      const BytesView view = block.view();
      const size_t size = std::min(view.size(), bytes.size() - at);
      bytes.replace(at, size, view.substr(0, size));
      at += size;
    }
  };
}

}  // namespace clew
