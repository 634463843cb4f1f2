// What to do next: what somebody set, else the current step with what its gate still wants, else
// the end of the session. Nothing here decides; it is what briefs and answers suggest.

#include <fmt/format.h>

#include "session/decide_internal.h"
#include "session/measured_command.h"
#include "session/progress.h"

namespace clew {
namespace {

std::string until_gate_of(const Step& step) {
  return step.gate ? fmt::format(" until {}", to_text(*step.gate)) : std::string();
}

// What is to be brought about; what is only to be shown stands in the command.
std::string advice_of(const Attempt& shut) {
  std::string advice;
  for (const auto& finding : shut.findings) {
    if (evidence_to_show(finding)) continue;
    advice += advice.empty() ? "" : "; ";
    advice += finding.advice.empty() ? finding.problem : finding.advice;
  }
  return advice;
}

// Files may call a step blocked without a reason.
std::string because(const Step& step) {
  return step.status_reason.empty() ? std::string() : ": " + step.status_reason;
}

// The first that applies: blocked, failed, a gate that stayed shut, to be reviewed, not yet begun,
// or in work.
NextAction for_current(const Session& session, const Step& step) {
  const std::string label = label_of(session, step.id);
  const std::string number = number_of(session, step.id);
  if (step.status == StepStatus::kBlocked) {
    return {fmt::format("unblock step {}{}", label, because(step)), "clew step unblock " + number,
            "the plan"};
  }
  if (step.status == StepStatus::kFailed) {
    return {fmt::format("try step {} again{}", label, because(step)), "clew step retry " + number,
            "the plan"};
  }
  if (const Attempt* shut = step.shut_attempt()) {
    const std::string advice = advice_of(*shut);
    return {advice.empty() ? fmt::format("step {}{}", label, until_gate_of(step)) : advice,
            completing_command(step, number), "the gate"};
  }
  if (step.status == StepStatus::kNeedsReview) {
    return {fmt::format("review step {}", label), completing_command(step, number), "the plan"};
  }
  const std::string gate = until_gate_of(step);
  if (step.status == StepStatus::kPending) {
    const ReadinessAnswer answer = readiness(session, step.id);
    if (answer.readiness == Readiness::kReady) {
      return {fmt::format("start step {}{}", label, gate), "clew step start " + number, "the plan"};
    }
    return {fmt::format("step {} waits for step {}", label, label_of(session, answer.waits_for)),
            "clew status", "the plan"};
  }
  return {fmt::format("step {}{}", label, gate), completing_command(step, number), "the plan"};
}

// When no step is at hand: there is none, there will be more, or all of them are done.
NextAction for_session(const Session& session) {
  const Step& root = session.root();
  if (const size_t to_come = steps_to_come(session); session.has_plan() && to_come > 0) {
    return {to_come == 1 ? std::string("add the step still to come")
                         : fmt::format("add the {} steps still to come", to_come),
            "clew step add \"…\"", "the plan"};
  }
  if (const Attempt* shut = root.shut_attempt()) {
    return {to_text(shut->findings), completing_command(root, ""), "the gate"};
  }
  const std::string gate = until_gate_of(root);
  if (session.has_plan() && is_open_ended(session) && !root.gate) {
    return {"every step known so far is done; add the next one, or close the session",
            "clew step add \"…\"", "the plan"};
  }
  if (session.has_plan()) {
    const std::string how = root.gate
                                ? fmt::format("; to end the session show {}", to_text(*root.gate))
                                : std::string("; close the session");
    return {"every step is done" + how, completing_command(root, ""), "the plan"};
  }
  return {session.identity.goal + gate, completing_command(root, ""), "the goal"};
}

}  // namespace

// What somebody set comes before the plan, but only while the session is neither ended nor paused.
NextAction next_action(const Session& session, const ActorId& actor, Time now) {
  const LifecycleState& lifecycle = session.lifecycle;
  if (is_closed(lifecycle.status)) {
    return {fmt::format("nothing: this session is {}", name_of(lifecycle.status)), "", "the plan"};
  }
  if (lifecycle.status == Lifecycle::kPaused) {
    return {fmt::format("resume: paused{}",
                        lifecycle.reason.empty() ? "" : " (" + lifecycle.reason + ")"),
            "clew resume " + session.identity.id.text, "the pause"};
  }
  if (!session.next_action.empty()) {
    return {session.next_action, "", session.next_action_by.text};
  }
  const StepId at = current_step(session, actor);
  const Step* step = session.find(at);
  if (at == kRoot || step == nullptr) {
    return for_session(session);
  }
  if (is_held_by_other(*step, actor, now)) {
    return {fmt::format("step {} is held by {} until {}", label_of(session, at),
                        step->lease->holder.text, to_clock(step->lease->expires_at)),
            deciding::step_to_claim(session, actor, now) ? "clew next --claim" : "", "the plan"};
  }
  return for_current(session, *step);
}

}  // namespace clew
