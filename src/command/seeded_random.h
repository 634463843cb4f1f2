#pragma once
// Randomness for work on other threads: as good as the seed, which the caller draws in turn, so
// that the same draws give the same bytes however the threads run.

#include "store/event_store.h"

namespace clew {

inline constexpr size_t kSeedBytes = 32;

RandomSource seeded_random(Bytes seed);

}  // namespace clew
