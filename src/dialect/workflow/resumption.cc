#include "dialect/workflow/resumption.h"

#include "dialect/workflow/words.h"
#include "session/progress.h"

namespace clew {
namespace {

// In the order of the seed's decision tree.
ResumptionStatus status_of(const Session& session, const Step* phase, bool stalled, Time now) {
  const workflow::LifecycleRow& flags = workflow::row_of(session.lifecycle.status);
  if (flags.completed) return ResumptionStatus::kCompleted;
  if (flags.paused || inactivity_due(session, now)) return ResumptionStatus::kPaused;
  if (phase != nullptr && workflow::checkpoint_word(*phase) == "failed") {
    return ResumptionStatus::kCheckpointFailed;
  }
  return stalled ? ResumptionStatus::kPossiblyStalled : ResumptionStatus::kActive;
}

}  // namespace

ResumptionContext resumption_context(const Session& session, Time now) {
  ResumptionContext out;
  if (session.steps.empty()) return out;
  const ActorId nobody;
  const Progress at = progress(session, nobody, now);
  const StepId current = current_step(session, nobody);
  out.percent_complete = at.percent;
  if (session.lifecycle.status != Lifecycle::kCompleted) {
    size_t open = steps_to_come(session);
    for (const StepId child : session.root().children) {
      const Step* phase = session.find(child);
      if (phase != nullptr && !is_complete(*phase)) ++open;
    }
    out.phases_remaining = static_cast<uint32_t>(open);
  }
  out.avg_phase_duration = at.average;
  out.estimated_remaining = at.remaining;
  const Step* step = session.find(current);
  if (current != kRoot && step != nullptr && step->open_attempt() != nullptr) {
    out.time_in_phase = at.in_step;
  }
  out.is_stalled = at.stalled;
  out.status = status_of(session, workflow::phase_of(session, current), at.stalled, now);
  return out;
}

}  // namespace clew
