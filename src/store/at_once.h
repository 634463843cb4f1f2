#pragma once
// How much is asked of the store in one go.

#include <cstddef>

namespace clew {

inline constexpr size_t kEventsAtOnce = 512;
inline constexpr size_t kEverySession = 1'000'000;  // a limit for those who want all

}  // namespace clew
