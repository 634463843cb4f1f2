// Claims: one step for one actor at a time, with an expiry and a fence.

#include <fmt/format.h>

#include <algorithm>

#include "session/decide_internal.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew::deciding {
namespace {

constexpr const char* kClaim = "clew next --claim";

bool holds(const Step& step, const Proposal& proposal) {
  return step.lease && step.lease->holder == proposal.actor &&
         step.lease->expires_at > proposal.now && step.status == StepStatus::kActive;
}

bool has_lapsed(const Step& step, Time now) {
  return step.status == StepStatus::kActive && step.lease && step.lease->expires_at <= now;
}

// Its parts are done, and what is left is to show what its gate asks for. It was begun with the
// first of them, which says nothing about who does that; a try that failed does.
bool is_left_to_anybody(const Session& session, const Step& step) {
  return step.status == StepStatus::kActive && !step.lease && step.shut_attempt() == nullptr &&
         PlanParts(session).has_any(step);
}

// Names one actor at work, so that whoever asked knows whom to wait for.
Error nothing_to_claim(const Session& session, const Proposal& proposal) {
  std::string at_work;
  for (const StepId end : open_ends(session, kRoot)) {
    const Step* step = session.find(end);
    const Attempt* open = end == kRoot ? nullptr : step->open_attempt();
    if (open == nullptr || step->status != StepStatus::kActive || open->actor == proposal.actor) {
      continue;
    }
    at_work = fmt::format("; {} is working on step {}", open->actor.text, label_of(session, end));
    break;
  }
  return make_error(ErrorCode::kNotFound, "no step is ready to be claimed" + at_work,
                    session.identity.id.text, "clew status");
}

std::string way_to_claim(const Session& session, const Proposal& proposal) {
  return step_to_claim(session, proposal.actor, proposal.now) ? kClaim : "clew status";
}

}  // namespace

// In this order: one's own step that is active, a step whose claim ran out or that anybody may
// finish, then the ready ones, with those assigned to others last.
std::optional<StepId> step_to_claim(const Session& session, const ActorId& actor, Time now) {
  const auto own = own_step(session, actor);
  if (own && session.find(*own)->status == StepStatus::kActive &&
      !PlanParts(session).has_open(*session.find(*own)) &&
      !is_held_by_other(*session.find(*own), actor, now)) {
    return own;
  }
  for (const StepId end : open_ends(session, kRoot)) {
    if (end == kRoot) continue;
    const Step& step = *session.find(end);
    if (has_lapsed(step, now) || is_left_to_anybody(session, step)) return end;
  }
  const auto ready = ready_steps(session, actor, now);
  // What the plan gives to others comes last.
  const auto found = std::find_if(ready.begin(), ready.end(), [&](StepId id) {
    return !is_assigned_to_other(*session.find(id), actor);
  });
  if (found != ready.end()) return *found;
  return ready.empty() ? std::nullopt : std::optional(ready.front());
}

// A fence that is given has to be the lease's: one that is older means that somebody else held the
// step meanwhile, even if it is free now. Without a fence the holder and the expiry decide. The
// holder's own claim that ran out is refused too, because others may have taken it for free.
Status check_lease(const Session& session, const Proposal& proposal, const Step& step,
                   const std::optional<uint32_t>& fence) {
  const std::string label = label_of(session, step.id);
  if (fence && !step.lease) {
    return make_error(
        ErrorCode::kConflict,
        fmt::format("fence {} on step {} is stale; nobody holds it now", *fence, label), label,
        way_to_claim(session, proposal));
  }
  if (fence && step.lease->fence != *fence) {
    return make_error(ErrorCode::kConflict,
                      fmt::format("fence {} on step {} is stale; {} holds it with fence {}", *fence,
                                  label, step.lease->holder.text, step.lease->fence),
                      label, way_to_claim(session, proposal));
  }
  if (!step.lease) return success();
  if (is_held_by_other(step, proposal.actor, proposal.now)) {
    return make_error(ErrorCode::kConflict,
                      fmt::format("step {} is held by {} until {}", label, step.lease->holder.text,
                                  to_iso(step.lease->expires_at)),
                      label, way_to_claim(session, proposal));
  }
  if (step.lease->holder == proposal.actor && step.lease->expires_at <= proposal.now) {
    return make_error(
        ErrorCode::kConflict,
        fmt::format("your claim on step {} expired at {}", label, to_iso(step.lease->expires_at)),
        label, kClaim);
  }
  return success();
}

// Asking twice gives the same step and changes nothing. A step that is taken over from a lapsed
// claim is started again, unless the same actor's attempt is still open. The fence is the session's
// last one plus one, so it only ever grows.
Result<Drafts> claim_step(const Session& session, const Proposal& proposal,
                          const ClaimStep& intent) {
  if (intent.ttl < seconds(1) || intent.ttl > days(7)) {
    return make_error(ErrorCode::kUsage, "a claim must last between 1s and 7d", "ttl",
                      "clew next --claim --ttl 30m");
  }
  std::optional<StepId> target = intent.step;
  if (!target) {
    // One's own unfinished claim comes first: asking twice gives no second step.
    const bool has_one =
        std::any_of(session.steps.begin(), session.steps.end(),
                    [&](const Step& step) { return !step.removed && holds(step, proposal); });
    if (has_one) return Drafts{};
    target = step_to_claim(session, proposal.actor, proposal.now);
    if (!target) return nothing_to_claim(session, proposal);
  }
  CLEW_ASSIGN(const Step* step, existing(session, *target));
  if (*target == kRoot || PlanParts(session).has_open(*step)) {
    return make_error(ErrorCode::kInvalid, "only a step without open parts can be claimed",
                      label_of(session, *target), "clew next");
  }
  if (holds(*step, proposal)) return Drafts{};
  if (is_held_by_other(*step, proposal.actor, proposal.now)) {
    CLEW_TRY(check_lease(session, proposal, *step, std::nullopt));
  }
  const bool taken_over = step->status == StepStatus::kActive;
  if (!taken_over) {
    if (!next_status(step->status, StepVerb::kStart)) {
      return refuse_transition(session, *step, StepVerb::kStart);
    }
    CLEW_TRY(check_ready(session, *step));
  }
  Drafts drafts{
      {LeaseTaken{*target, session.last_fence + 1, proposal.now + intent.ttl, intent.ttl}, {}}
  };
  const Attempt* open = step->open_attempt();
  const bool goes_on = taken_over && open != nullptr && open->actor == proposal.actor;
  if (!goes_on) start_with_parents(session, *step, drafts);
  return drafts;
}

// The step goes back to pending, and its lease ends.
Result<Drafts> release_step(const Session& session, const Proposal& proposal,
                            const ReleaseStep& intent) {
  CLEW_ASSIGN(const Step* step, existing(session, intent.step));
  CLEW_TRY(check_lease(session, proposal, *step, intent.fence));
  if (!step->lease) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} is not claimed", label_of(session, intent.step)),
                      label_of(session, intent.step), kClaim);
  }
  return Drafts{
      {LeaseReleased{intent.step, step->lease->fence},                   {}},
      {StepStatusChanged{intent.step, StepStatus::kPending, "released"}, {}}
  };
}

}  // namespace clew::deciding
