#pragma once
// Waiting for somebody else, with exponential backoff and full jitter: each pause is chosen evenly
// between nothing and a bound that doubles, so that waiters do not march in step.

#include "files/machine.h"

namespace clew {

inline constexpr Duration kLockDeadline = seconds(10);

class Backoff {
 public:
  enum class Verdict { kTryAgain, kTimeIsUp };

  Backoff(Machine& machine, Duration deadline)
      : machine_(machine), start_(machine.uptime()), deadline_(deadline) {}

  // Sleeps, never past the deadline. The try that follows the last sleep still counts.
  Verdict wait();

 private:
  Machine& machine_;
  Duration start_;
  Duration deadline_;
  Duration bound_{2};
};

}  // namespace clew
