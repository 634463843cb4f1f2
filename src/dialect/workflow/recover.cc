#include "dialect/workflow/recover.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace clew::workflow {

Result<Session> stand_at(const Dialect& dialect, const FileSet& files, const std::string& phase) {
  Readings readings = dialect.read(dialect.readable(files, {}).files);
  if (readings.sessions.empty()) {
    return make_error(ErrorCode::kInvalid, "no workflow can be recognized in what is left", phase,
                      "clew start --dialect workflow --workflow DIR --target PATH");
  }
  Session session = std::move(readings.sessions.front().session);
  const std::vector<StepId> phases = session.root().children;
  std::vector<std::string> names;
  bool before = true;
  for (const StepId id : phases) {
    Step& step = session.steps[id.number];
    names.push_back(dialect.step_name(session, step));
    if (names.back() == phase) {
      before = false;
      session.steps[0].current_child = id;
    }
    if (before && step.status != StepStatus::kSkipped) step.status = StepStatus::kDone;
    if (before) continue;
    step.status = StepStatus::kPending;
    // Nobody works on it, and a try of which no file says when it was tells nothing.
    std::erase_if(step.attempts, [](const Attempt& each) {
      return each.outcome == AttemptOutcome::kOpen || each.started_at == Time();
    });
    step.attempt_count = step.attempts.empty() ? 0 : step.attempts.back().number;
  }
  if (before) {
    return make_error(
        ErrorCode::kInvalid,
        phase.empty()
            ? fmt::format("It can be restarted at {}", fmt::join(names, ", "))
            : fmt::format("there is no phase {}; choose one of: {}", phase, fmt::join(names, ", ")),
        phase, fmt::format("clew repair --at {}", names.empty() ? "…" : names[0]));
  }
  session.lifecycle.status = Lifecycle::kActive;
  session.lifecycle.ended_at.reset();
  session.steps[0].status = StepStatus::kActive;
  return session;
}

}  // namespace clew::workflow
