#pragma once
// The words of the file for the core's words. A word the file lacks is written as the nearest; the
// exact one stands in metadata.clew, beside what it was shown as.

#include <string>

#include "session/session.h"

namespace clew::workflow {

struct StatusRow {
  StepStatus status;
  const char* checkpoint;  // empty: not mentioned
  bool listed;             // among completed_phases
};
inline constexpr StatusRow kStatusRows[] = {
    {StepStatus::kPending,     "",        false},
    {StepStatus::kActive,      "pending", false},
    {StepStatus::kDone,        "passed",  true },
    {StepStatus::kFailed,      "failed",  false},
    {StepStatus::kBlocked,     "pending", false},
    {StepStatus::kNeedsReview, "pending", false},
    {StepStatus::kSkipped,     "skipped", false},
};

struct LifecycleRow {
  Lifecycle status;
  bool completed;
  bool paused;
};
inline constexpr LifecycleRow kLifecycleRows[] = {
    {Lifecycle::kActive,    false, false},
    {Lifecycle::kPaused,    false, true },
    {Lifecycle::kCompleted, true,  false},
    {Lifecycle::kFailed,    false, true },
    {Lifecycle::kAborted,   false, true },
    {Lifecycle::kAbandoned, false, true },
};

const StatusRow& row_of(StepStatus status);
const LifecycleRow& row_of(Lifecycle status);

// How the phase's checkpoint stands. One that is open again after its gate stayed shut has failed
// until it passes.
std::string checkpoint_word(const Step& phase);

// What the file says of one phase.
struct PhaseWords {
  bool listed = false;
  std::string checkpoint;  // empty: not mentioned
  bool begun = false;      // its timing says so
};
// Never done when its checkpoint failed. `failed` tells apart a failure that nobody has taken up
// again (kFailed) from a retry under way (kActive).
enum class FailedState { kLeft, kRetried };
StepStatus status_of(const PhaseWords& words, FailedState failed);
Lifecycle lifecycle_of(bool completed, bool paused);

}  // namespace clew::workflow
