#include <limits>

#include "session/applier.h"

namespace clew {

// The one place where the plan's structure is made: a step comes after its parent, so that no chain
// of parents ever runs in a circle. A number is never used twice, not even after an undo.
void Applier::operator()(const StepAdded& e) {
  if (e.step.number != s_.steps.size() || s_.steps.size() >= kMaxSteps) return;
  Step* parent = step(e.parent);
  if (parent == nullptr) return;
  auto& siblings = parent->children;
  const size_t position = std::min<size_t>(e.position.value_or(siblings.size()), siblings.size());
  siblings.insert(siblings.begin() + static_cast<std::ptrdiff_t>(position), e.step);
  Step& added = s_.steps.emplace_back();
  added.id = e.step;
  added.parent = e.parent;
  added.key = e.key;
  added.title = e.title;
  added.description = e.description;
  added.order = e.order;
  added.needs = e.needs;
  added.assignee = e.assignee;
  added.subject = e.subject;
  added.external = e.external;
  added.gate = e.gate;
  added.quarantined = e.quarantined;
  added.ties = e.ties;
  added.words_by = file_author();
}

// An attempt that is still open is given up for the new one.
void Applier::operator()(const StepStarted& e) {
  Step* started = step(e.step);
  if (started == nullptr) return;
  close_attempt(*started, AttemptOutcome::kAbandoned);
  started->status = StepStatus::kActive;
  started->status_reason.clear();
  open_attempt(*started, e.attempt);
  if (e.step != kRoot) make_current(e.step);
}

// A step may be completed without having been started; its attempt is then opened here.
void Applier::operator()(const StepCompleted& e) {
  Step* done = step(e.step);
  if (done == nullptr) return;
  if (done->open_attempt() == nullptr) open_attempt(*done, e.attempt);
  Attempt& attempt = done->attempts.back();
  attempt.evidence = e.evidence;
  attempt.overridden = e.overridden;
  attempt.findings = e.findings;
  attempt.outputs = e.outputs;
  close_attempt(*done, AttemptOutcome::kPassed);
  done->status = StepStatus::kDone;
  done->status_reason.clear();
  leave(*done);
  clear_next_action();
}

// The gate stayed shut. The step keeps its status, so that it can be tried again.
void Applier::operator()(const AttemptFailed& e) {
  Step* failed = step(e.step);
  if (failed == nullptr) return;
  if (failed->open_attempt() == nullptr) open_attempt(*failed, e.attempt);
  Attempt& attempt = failed->attempts.back();
  attempt.evidence = e.evidence;
  attempt.findings = e.findings;
  attempt.reason = e.reason;
  close_attempt(*failed, AttemptOutcome::kFailed);
}

// Only an attempt that passed and is still kept takes the result.
void Applier::operator()(const EvidenceRechecked& e) {
  Step* checked = step(e.step);
  if (checked == nullptr) return;
  for (Attempt& attempt : checked->attempts) {
    if (attempt.number != e.attempt || attempt.outcome != AttemptOutcome::kPassed) continue;
    attempt.recheck = Recheck{h_.at, h_.actor, e.evidence, e.findings};
  }
}

// A blocked step and one to be reviewed keep their open attempt; with any other status but active
// it is closed.
void Applier::operator()(const StepStatusChanged& e) {
  Step* changed = step(e.step);
  if (changed == nullptr) return;
  changed->status = e.status;
  changed->status_reason = e.reason;
  switch (e.status) {
    case StepStatus::kActive:
      break;
    case StepStatus::kBlocked:
    case StepStatus::kNeedsReview:
      changed->lease.reset();  // somebody else may have to see to it
      break;
    case StepStatus::kFailed:
      close_attempt(*changed, AttemptOutcome::kFailed, e.reason);
      changed->lease.reset();
      break;
    case StepStatus::kDone:
      close_attempt(*changed, AttemptOutcome::kPassed);
      leave(*changed);
      break;
    case StepStatus::kPending:
    case StepStatus::kSkipped:
      close_attempt(*changed, AttemptOutcome::kAbandoned, e.reason);
      leave(*changed);
      break;
  }
}

void Applier::operator()(const StepRevisited& e) {
  add(s_.revisions, Revision{origin(e.step), e.impact, e.reason, e.affected, e.archived});
}

void Applier::operator()(const LeaseTaken& e) {
  s_.last_fence = std::max(s_.last_fence, e.fence);
  if (Step* held = step(e.step)) held->lease = Lease{h_.actor, e.fence, e.expires_at, e.ttl};
}

// A release that comes after the step was taken again has an older fence and does nothing.
void Applier::operator()(const LeaseReleased& e) {
  Step* held = step(e.step);
  if (held != nullptr && held->lease && held->lease->fence == e.fence) held->lease.reset();
}

// Numbers only rise, whatever the event says, and stop at the largest there is.
void Applier::open_attempt(Step& at, uint32_t number) {
  const bool is_last = at.attempt_count == std::numeric_limits<uint32_t>::max();
  Attempt attempt;
  attempt.number = std::max(number, at.attempt_count + (is_last ? 0 : 1));
  attempt.started_at = h_.at;
  attempt.actor = h_.actor;
  at.attempt_count = attempt.number;
  at.attempts.push_back(std::move(attempt));
  bound(at.attempts, kKeptAttempts);
}

// A pause that is under way counts up to this moment: end_pause adds to open attempts only.
void Applier::close_attempt(Step& at, AttemptOutcome outcome, const std::string& reason) {
  if (at.open_attempt() == nullptr) return;
  Attempt& attempt = at.attempts.back();
  attempt.outcome = outcome;
  attempt.ended_at = h_.at;
  if (!reason.empty()) attempt.reason = reason;
  if (s_.lifecycle.paused_at) {
    attempt.paused += since(std::max(*s_.lifecycle.paused_at, attempt.started_at));
  }
}

// Steps and their parents become current; this actor stands here now.
void Applier::make_current(StepId id) {
  for (StepId at = id; at != kRoot;) {
    Step* here = step(at);
    Step* parent = here == nullptr ? nullptr : step(here->parent);
    if (parent == nullptr) return;
    parent->current_child = at;
    at = here->parent;
  }
  stand_at(id);
}

// An actor stands at one step at a time; who moved last comes last.
void Applier::stand_at(StepId id) {
  std::erase_if(s_.locations, [&](const ActorLocation& p) { return p.actor == h_.actor; });
  s_.locations.push_back({h_.actor, id, h_.at});
  bound(s_.locations, kKeptLocations);
}

// A step that is no longer worked on holds no claim and is nobody's current one.
void Applier::leave(Step& left) {
  left.lease.reset();
  Step* parent = left.id == kRoot ? nullptr : step(left.parent);
  if (parent != nullptr && parent->current_child == left.id) parent->current_child.reset();
}

}  // namespace clew
