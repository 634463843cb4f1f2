#include "files/backoff.h"

#include <algorithm>

namespace clew {

Backoff::Verdict Backoff::wait() {
  const Duration left = deadline_ - (machine_.uptime() - start_);
  if (left.ms <= 0) return Verdict::kTimeIsUp;
  const auto chosen =
      static_cast<int64_t>(machine_.random() % static_cast<uint64_t>(bound_.ms + 1));
  // At least a millisecond: a pause of nothing would spin.
  machine_.sleep({std::clamp<int64_t>(chosen, 1, left.ms)});
  bound_ = {std::min(bound_.ms * 2, last_.ms)};
  return Verdict::kTryAgain;
}

}  // namespace clew
