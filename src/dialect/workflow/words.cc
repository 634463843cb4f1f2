#include "dialect/workflow/words.h"

#include "session/progress.h"

namespace clew::workflow {

const StatusRow& row_of(StepStatus status) {
  for (const auto& row : kStatusRows) {
    if (row.status == status) return row;
  }
  return kStatusRows[0];
}

const LifecycleRow& row_of(Lifecycle status) {
  for (const auto& row : kLifecycleRows) {
    if (row.status == status) return row;
  }
  return kLifecycleRows[0];
}

std::string checkpoint_word(const Step& phase) {
  const std::string word = row_of(phase.status).checkpoint;
  return word == "pending" && has_failed(phase) ? "failed" : word;
}

StepStatus status_of(const PhaseWords& words, FailedState failed) {
  if (words.checkpoint == "failed") {
    return failed == FailedState::kRetried ? StepStatus::kActive : StepStatus::kFailed;
  }
  if (words.checkpoint == "skipped") return StepStatus::kSkipped;
  if (words.listed) return StepStatus::kDone;
  if (words.checkpoint == "passed") return StepStatus::kNeedsReview;
  return words.begun || words.checkpoint == "pending" ? StepStatus::kActive : StepStatus::kPending;
}

Lifecycle lifecycle_of(bool completed, bool paused) {
  if (completed) return Lifecycle::kCompleted;
  return paused ? Lifecycle::kPaused : Lifecycle::kActive;
}

}  // namespace clew::workflow
