// Starting a step and changing its status by hand (fail, block, unblock, review, skip, retry, put
// back), by the table of transitions.cc. Completing one is decide_done.cc. Also here: what every
// decision about a step checks first.

#include <fmt/format.h>

#include "session/decide_internal.h"
#include "session/measured_command.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew::deciding {
namespace {

// A step that is skipped takes with it the parts somebody is at, and its aids; other parts not
// begun stay as they are.
// Parts that somebody else holds refuse the whole skip.
Status skip_open_parts(const Session& session, const Proposal& proposal, const ChangeStep& intent,
                       const Step& step, Drafts& drafts) {
  std::vector<StepId> below(step.children.rbegin(), step.children.rend());
  while (!below.empty()) {
    const Step* part = session.find(below.back());
    below.pop_back();
    if (part == nullptr || is_complete(*part)) continue;
    below.insert(below.end(), part->children.rbegin(), part->children.rend());
    if (is_held_by_other(*part, proposal.actor, proposal.now)) {
      CLEW_TRY(check_lease(session, proposal, *part, std::nullopt));
    }
    if (part->status == StepStatus::kPending && !is_aid(session, part->id)) continue;
    drafts.push_back({
        StepStatusChanged{part->id, StepStatus::kSkipped, intent.reason},
        {}
    });
  }
  return success();
}

bool needs_reason(StepVerb verb) {
  return verb == StepVerb::kFail || verb == StepVerb::kBlock || verb == StepVerb::kSkip;
}

}  // namespace

Result<const Step*> existing(const Session& session, StepId id) {
  const Step* step = session.find(id);
  if (step == nullptr) {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no step {}", id.number),
                      std::to_string(id.number), "clew status");
  }
  return step;
}

// The next command suggested is the one that leads out of the present status.
Error refuse_transition(const Session& session, const Step& step, StepVerb verb) {
  const std::string label = label_of(session, step.id);
  const std::string number = number_of(session, step.id);
  std::string next = "clew status";
  if (is_complete(step)) next = "clew revisit " + number;
  if (step.status == StepStatus::kBlocked) next = "clew step unblock " + number;
  if (step.status == StepStatus::kFailed) next = "clew step retry " + number;
  if (step.status == StepStatus::kPending) next = "clew step start " + number;
  static constexpr const char* kParticiples[] = {"started", "completed", "failed",
                                                 "blocked", "unblocked", "put up for review",
                                                 "skipped", "retried",   "put back"};
  return make_error(ErrorCode::kInvalid,
                    fmt::format("step {} is {} and cannot be {}", label, name_of(step.status),
                                kParticiples[static_cast<size_t>(verb)]),
                    label, next);
}

// The reason in brackets, as a suffix for "step 3 is not done": " (blocked: waiting for keys)".
std::string why_not_done(const Step& step) {
  if (step.status == StepStatus::kFailed)
    return fmt::format(" (it failed: {})", step.status_reason);
  if (step.status == StepStatus::kBlocked) return fmt::format(" (blocked: {})", step.status_reason);
  const Attempt* shut = step.shut_attempt();
  return shut == nullptr ? "" : fmt::format(" (its gate failed: {})", to_text(shut->findings));
}

// The command by which a step gets on from where it is.
std::string way_on(const Session& session, const Step& step) {
  const std::string number = step.id == kRoot ? std::string() : number_of(session, step.id);
  if (step.status == StepStatus::kFailed) return "clew step retry " + number;
  if (step.status == StepStatus::kBlocked) return "clew step unblock " + number;
  return completing_command(step, number, AtHand::kNo);
}

Error is_complete_around(const Session& session, const Step& step, const Step& around) {
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("its parent step {} is {}", label_of(session, around.id), name_of(around.status)),
      label_of(session, step.id), "clew revisit " + number_of(session, around.id));
}

Status check_around(const Session& session, const Step& step) {
  const Step* around = complete_step_around(session, step);
  if (around == nullptr) return success();
  return is_complete_around(session, step, *around);
}

// A failed or blocked step waits for nothing, so readiness says "not open" and the caller's own
// check of the transition speaks.
Status check_ready(const Session& session, const Step& step) {
  const ReadinessAnswer answer = readiness(session, step.id);
  if (answer.readiness == Readiness::kReady || answer.readiness == Readiness::kNotOpen) {
    return success();
  }
  const Step* first = session.find(answer.waits_for);
  if (is_complete(*first)) return is_complete_around(session, step, *first);
  const std::string number = number_of(session, first->id);
  std::string next = way_on(session, *first);
  if (first->gate && first->gate->overriding == Overriding::kAllowed &&
      next.starts_with("clew done")) {
    next += fmt::format("      or  clew done {} --override --reason \"…\"", number);
  }
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("step {} is not done{}", label_of(session, first->id), why_not_done(*first)),
      label_of(session, step.id), next);
}

// Starts the step and, before it, the steps around it that have not begun. A complete step around
// it is begun again with a new attempt.
void start_with_parents(const Session& session, const Step& step, Drafts& drafts) {
  std::vector<const Step*> path{&step};
  // An aid begins nothing that it stands beside.
  for (const Step* at = &step; !at->quarantined.value_or(false);) {
    at = session.find(at->parent);
    if (at == nullptr || at->id == kRoot) break;
    // A blocked or failed one stays what it is until somebody sees to it.
    if (next_status(at->status, StepVerb::kStart) || is_complete(*at)) path.push_back(at);
  }
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    drafts.push_back({
        StepStarted{(*at)->id, (*at)->attempt_count + 1},
        {}
    });
  }
}

// The fence of a claim is not asked for here: whoever holds the step may start it, and nobody else.
Result<Drafts> start_step(const Session& session, const Proposal& proposal,
                          const StartStep& intent) {
  CLEW_ASSIGN(const Step* step, existing(session, intent.step));
  if (!next_status(step->status, StepVerb::kStart)) {
    return refuse_transition(session, *step, StepVerb::kStart);
  }
  CLEW_TRY(check_lease(session, proposal, *step, std::nullopt));
  CLEW_TRY(check_ready(session, *step));
  Drafts drafts;
  start_with_parents(session, *step, drafts);
  return drafts;
}

// Statuses that are set by hand. Start and done go to their own rules, so that no verb has a way
// around a gate. Unblocking returns to active only if an attempt was still open.
Result<Drafts> change_step(const Session& session, const Proposal& proposal,
                           const ChangeStep& intent) {
  const StepId id = intent.step.value_or(current_step(session, proposal.actor));
  if (intent.verb == StepVerb::kStart) return start_step(session, proposal, StartStep{id});
  if (intent.verb == StepVerb::kDone) {
    return complete_step(session, proposal, CompleteStep{id, {}, {}, {}, {}, intent.fence});
  }
  CLEW_ASSIGN(const Step* step, existing(session, id));
  if (id == kRoot) {
    return make_error(ErrorCode::kUsage, "this session has no current step", "step",
                      "clew step add \"…\"   or  clew close");
  }
  const auto to = next_status(step->status, intent.verb);
  if (!to) return refuse_transition(session, *step, intent.verb);
  CLEW_TRY(check_around(session, *step));
  CLEW_TRY(check_lease(session, proposal, *step, intent.fence));
  if (needs_reason(intent.verb)) CLEW_TRY(check_text(intent.reason, "the reason", 8 * 1024));
  Drafts drafts;
  if (intent.verb == StepVerb::kRetry) {
    start_with_parents(session, *step, drafts);
    return drafts;
  }
  const bool goes_on = intent.verb == StepVerb::kUnblock && step->open_attempt() != nullptr;
  const StepStatus status = goes_on ? StepStatus::kActive : *to;
  drafts.push_back({
      StepStatusChanged{id, status, intent.reason},
      {}
  });
  if (intent.verb == StepVerb::kSkip) {
    CLEW_TRY(skip_open_parts(session, proposal, intent, *step, drafts));
    follow_up(session, proposal, id, intent.next, drafts);
  }
  return drafts;
}

}  // namespace clew::deciding
