#include "session/resumption.h"

#include "session/progress.h"

namespace clew {
namespace {

// In the order of docs/dialects/workflow.md: what has ended in another way than completed is
// paused.
ResumptionStatus status_of(const Session& session, const Step* phase, bool stalled, Time now) {
  const Lifecycle lifecycle = session.lifecycle.status;
  if (lifecycle == Lifecycle::kCompleted) return ResumptionStatus::kCompleted;
  if (lifecycle != Lifecycle::kActive || inactivity_due(session, now)) {
    return ResumptionStatus::kPaused;
  }
  if (phase != nullptr && has_failed(*phase)) return ResumptionStatus::kCheckpointFailed;
  return stalled ? ResumptionStatus::kPossiblyStalled : ResumptionStatus::kActive;
}

struct PhaseCount {
  size_t known = 0;
  size_t complete = 0;
  std::optional<Duration> average;  // of those that have passed, at work
};

PhaseCount count_phases(const Session& session, Time now) {
  PhaseCount out;
  Duration passed;
  int64_t timed = 0;
  for (const StepId child : session.root().children) {
    const Step* phase = session.find(child);
    if (phase == nullptr) continue;
    ++out.known;
    if (is_complete(*phase)) ++out.complete;
    const Attempt* attempt = phase->passed_attempt();
    if (attempt == nullptr || !attempt->ended_at || phase->status != StepStatus::kDone) continue;
    passed += active_time(*attempt, now);
    ++timed;
  }
  if (timed > 0) out.average = Duration{passed.ms / timed};
  return out;
}

}  // namespace

// Only a plan whose total is known has a percentage, and a session that is completed.
ResumptionContext resumption_context(const Session& session, Time now) {
  ResumptionContext out;
  if (session.steps.empty()) return out;
  const PhaseCount phases = count_phases(session, now);
  const bool is_over = session.lifecycle.status == Lifecycle::kCompleted;
  if (is_over || session.structure.total) {
    const auto total = static_cast<int64_t>(phases.known + steps_to_come(session));
    const auto complete = is_over ? total : static_cast<int64_t>(phases.complete);
    out.percent_complete = total == 0 ? 0 : complete * 100 / total;
    out.phases_remaining = total - complete;
  }
  out.avg_phase_duration = phases.average;
  if (phases.average && out.phases_remaining) {
    out.estimated_remaining = *phases.average * *out.phases_remaining;
  }
  const Step* phase = top_level_step(session, current_step(session, ActorId()));
  const auto asleep = inactivity_due(session, now);
  const Time until = session.lifecycle.paused_at.value_or(asleep.value_or(now));
  if (const Attempt* open = phase == nullptr ? nullptr : phase->open_attempt()) {
    out.time_in_phase = active_time(*open, until);
    out.is_stalled = phases.average && session.lifecycle.status == Lifecycle::kActive && !asleep &&
                     *out.time_in_phase > *phases.average * 2 && *out.time_in_phase >= kMinStall;
  }
  out.status = status_of(session, phase, out.is_stalled, now);
  return out;
}

}  // namespace clew
