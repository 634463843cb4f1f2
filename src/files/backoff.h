#pragma once
// Waiting for somebody else, with exponential backoff and full jitter: each pause is chosen evenly
// between nothing and a bound that doubles, so that waiters do not march in step.

#include "files/machine.h"

namespace clew {

inline constexpr Duration kLockDeadline = seconds(10);

// For a lock, which is held for milliseconds.
inline constexpr Duration kFirstBound{2};
inline constexpr Duration kLastBound{128};

class Backoff {
 public:
  enum class Verdict { kTryAgain, kTimeIsUp };

  Backoff(Machine& machine, Duration deadline, Duration first = kFirstBound,
          Duration last = kLastBound)
      : machine_(machine),
        start_(machine.uptime()),
        deadline_(deadline),
        bound_(first),
        last_(last) {}

  // Sleeps, never past the deadline. The try that follows the last sleep still counts.
  Verdict wait();

 private:
  Machine& machine_;
  Duration start_;
  Duration deadline_;
  Duration bound_;
  Duration last_;
};

}  // namespace clew
