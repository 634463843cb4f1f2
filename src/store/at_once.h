#pragma once
// How many items one call asks of the store: long lists are read in pieces of this size, so that
// memory stays bounded.

#include <cstddef>

namespace clew {

inline constexpr size_t kEventsAtOnce = 512;
inline constexpr size_t kEverySession = 1'000'000;  // a limit for those who want all

}  // namespace clew
