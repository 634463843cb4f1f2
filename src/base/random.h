#pragma once
// A source of random bytes, passed in by whoever starts the program, so that tests get the same
// bytes every time.

#include <functional>

#include "base/bytes.h"

namespace clew {

// Fills `bytes`.
using RandomSource = std::function<void(Bytes& bytes)>;

// For work on other threads: as good as the seed, which the caller draws in turn, so that the same
// draws give the same bytes however the threads run.
inline constexpr size_t kSeedBytes = 32;
RandomSource seeded_random(Bytes seed);

}  // namespace clew
