#include "session/step.h"

#include <algorithm>

namespace clew {

CLEW_COPIED_HERE(Attempt);
CLEW_COPIED_HERE(Step);
template struct StructInfoOf<Step>;

const Attempt* Step::open_attempt() const {
  const Attempt* last = last_attempt();
  return last != nullptr && last->outcome == AttemptOutcome::kOpen ? last : nullptr;
}

const Attempt* Step::passed_attempt() const {
  const auto found = std::find_if(attempts.rbegin(), attempts.rend(), [](const Attempt& a) {
    return a.outcome == AttemptOutcome::kPassed;
  });
  return found == attempts.rend() ? nullptr : &*found;
}

const Attempt* Step::shut_attempt() const {
  const auto found = std::find_if(attempts.rbegin(), attempts.rend(), [](const Attempt& a) {
    return a.outcome == AttemptOutcome::kPassed || !a.findings.empty();
  });
  if (found == attempts.rend() || found->outcome != AttemptOutcome::kFailed) return nullptr;
  return &*found;
}

Duration active_time(const Attempt& attempt, Time now) {
  const Duration span = attempt.ended_at.value_or(now) - attempt.started_at - attempt.paused;
  return std::max(span, Duration{0});
}

const std::string* external_id(const Step& step, std::string_view dialect) {
  for (const auto& external : step.external) {
    if (external.dialect == dialect) return &external.id;
  }
  return nullptr;
}

void set_external_id(Step& step, std::string_view dialect, std::string id) {
  for (auto& external : step.external) {
    if (external.dialect != dialect) continue;
    external.id = std::move(id);
    return;
  }
  step.external.push_back({std::string(dialect), std::move(id)});
}

}  // namespace clew
