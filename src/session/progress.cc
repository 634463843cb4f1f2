#include "session/progress.h"

#include <algorithm>

#include "session/side_steps.h"

namespace clew {
namespace {

bool is_open(StepStatus status) {
  return status == StepStatus::kActive || status == StepStatus::kFailed ||
         status == StepStatus::kBlocked;
}

// Visits the living steps at and below `from` in plan order, and what is below a step only when
// `visit` says so. Without recursion: a log may nest as deep as it has steps.
template <class Visit>
void walk(const Session& session, StepId from, Visit&& visit) {
  std::vector<StepId> stack{from};
  while (!stack.empty()) {
    const Step* step = session.find(stack.back());
    stack.pop_back();
    if (step == nullptr || !visit(*step)) continue;
    stack.insert(stack.end(), step->children.rbegin(), step->children.rend());
  }
}

bool is_inside_complete(const Session& session, const Step& step) {
  return complete_step_around(session, step) != nullptr;
}

// Somebody can be at it: begun, not finished, and nothing around it is.
bool is_at_hand(const Session& session, StepId id) {
  const Step* step = id == kRoot ? nullptr : session.find(id);
  return step != nullptr && is_open(step->status) && !is_inside_complete(session, *step);
}

bool is_waiting(const Session& session, StepId id) {
  return session.find(id)->status == StepStatus::kPending &&
         readiness(session, id).readiness != Readiness::kReady;
}

// Of what is left to do, the first that can be worked on now; else the first.
StepId next_to_do(const Session& session, StepId from) {
  const std::vector<StepId> ends = open_ends(session, from);
  const auto found = std::find_if(ends.begin(), ends.end(), [&](StepId id) {
    return session.find(id)->status != StepStatus::kBlocked && !is_waiting(session, id);
  });
  if (found != ends.end()) return *found;
  return ends.empty() ? from : ends.front();
}

// Down the plan as far as somebody went last.
StepId begun_last(const Session& session) {
  const PlanParts plan(session);
  const Step* at = &session.root();
  while (at->current_child) {
    const Step* child = session.find(*at->current_child);
    if (child == nullptr || is_complete(*child) || plan.leaves_out(*child)) break;
    at = child;
  }
  return at->id;
}

}  // namespace

bool is_complete(const Step& step) {
  return step.status == StepStatus::kDone || step.status == StepStatus::kSkipped;
}

// Whether the last attempt that ended failed. An attempt that is running counts as a new chance, so
// it is left out.
bool has_failed(const Step& step) {
  if (step.status == StepStatus::kFailed) return true;
  if (step.status == StepStatus::kPending || is_complete(step)) return false;
  size_t ended = step.attempts.size();
  if (step.open_attempt() != nullptr) --ended;
  return ended > 0 && step.attempts[ended - 1].outcome == AttemptOutcome::kFailed;
}

// The bound on depth stops at a cycle of parents, which a damaged log could hold.
const Step* top_level_step(const Session& session, StepId id) {
  const Step* step = session.find(id);
  for (size_t depth = 0; step != nullptr && depth < session.steps.size(); ++depth) {
    if (step->id == kRoot) return nullptr;
    if (step->parent == kRoot) return step;
    step = session.find(step->parent);
  }
  return nullptr;
}

const Step* complete_step_around(const Session& session, const Step& step) {
  for (const Step* at = &step; at != nullptr && at->id != kRoot;) {
    at = session.find(at->parent);
    if (at != nullptr && at->id != kRoot && is_complete(*at)) return at;
  }
  return nullptr;
}

bool is_settled(const Session& session, StepId id) {
  const Step* step = session.find(id);
  return step == nullptr || is_complete(*step) || is_inside_complete(session, *step);
}

bool has_parts(const Session& session, const Step& step) {
  return std::any_of(step.children.begin(), step.children.end(),
                     [&](StepId child) { return session.find(child) != nullptr; });
}

std::vector<StepId> leaves(const Session& session) {
  std::vector<StepId> out;
  const PlanParts plan(session);
  walk(session, kRoot, [&](const Step& step) {
    if (plan.leaves_out(step)) return false;
    const bool inner = plan.has_any(step);
    if (!inner) out.push_back(step.id);
    return inner;
  });
  return out;
}

std::vector<StepId> open_ends(const Session& session, StepId from) {
  std::vector<StepId> out;
  const PlanParts plan(session);
  walk(session, from, [&](const Step& step) {
    if (is_complete(step) || plan.leaves_out(step)) return false;
    const bool waits = plan.has_open(step);
    if (!waits) out.push_back(step.id);
    return waits;
  });
  return out;
}

// Where this actor is. The recorded location counts first; when that step is finished, the latest
// attempt of the actor that is still open.
std::optional<StepId> own_step(const Session& session, const ActorId& actor) {
  const PlanParts plan(session);
  for (const auto& location : session.locations) {
    if (location.actor != actor || !is_at_hand(session, location.step)) continue;
    const StepId at =
        plan.leaves_out_all_of(location.step) ? aided_step(session, location.step) : location.step;
    if (at != kRoot) return at;
  }
  // What it had begun before it went elsewhere.
  const Step* latest = nullptr;
  for (const auto& step : session.steps) {
    const Attempt* open = step.open_attempt();
    if (open == nullptr || open->actor != actor || !is_at_hand(session, step.id)) continue;
    if (plan.has_open(step) || plan.leaves_out_all_of(step.id)) continue;
    if (latest == nullptr || latest->open_attempt()->started_at <= open->started_at) latest = &step;
  }
  return latest == nullptr ? std::nullopt : std::optional(latest->id);
}

StepId current_step(const Session& session, const ActorId& actor) {
  const auto own = own_step(session, actor);
  const StepId here = next_to_do(session, own.value_or(begun_last(session)));
  // It may wait for something that is left open elsewhere: that comes first.
  return is_waiting(session, here) ? next_to_do(session, kRoot) : here;
}

// Walks from the step up to the root: every step around it must be open for work, its needs
// settled, and its earlier siblings complete where order holds. A step that names its needs is free
// of the order of its siblings. The answer names the first step that stands in the way.
ReadinessAnswer readiness(const Session& session, StepId id) {
  const Step* step = session.find(id);
  if (step == nullptr) return {Readiness::kNotOpen, id};
  if (step->status != StepStatus::kPending && step->status != StepStatus::kNeedsReview) {
    return {Readiness::kNotOpen, id};
  }
  for (; step != nullptr && step->id != kRoot; step = session.find(step->parent)) {
    const bool itself = step->id == id;
    if (!itself && (is_complete(*step) || step->status == StepStatus::kBlocked ||
                    step->status == StepStatus::kFailed)) {
      return {Readiness::kWaitsForParent, step->id};
    }
    for (const StepId need : step->needs) {
      if (!is_settled(session, need)) return {Readiness::kWaitsForNeeds, need};
    }
    if (step->quarantined.value_or(false)) {
      const Step* around = complete_step_around(session, *step);
      if (around == nullptr) return {};
      return {Readiness::kWaitsForParent, around->id};
    }
    const Step* parent = session.find(step->parent);
    if (parent == nullptr) return {Readiness::kNotOpen, id};
    if (!step->needs.empty() || parent->order == ChildOrder::kAnyOrder) continue;
    for (const StepId sibling : parent->children) {
      if (sibling == step->id) break;
      const Step* earlier = session.find(sibling);
      if (earlier == nullptr || is_complete(*earlier) || earlier->quarantined.value_or(false))
        continue;
      return {Readiness::kWaitsForOrder, sibling};
    }
  }
  return {};
}

bool is_held_by_other(const Step& step, const ActorId& actor, Time now) {
  return step.lease && step.lease->holder != actor && step.lease->expires_at > now;
}

// An assignee without a host matches the same name on any host: "claude" is "claude@laptop".
bool is_assigned_to_other(const Step& step, const ActorId& actor) {
  return !step.assignee.empty() && step.assignee != actor.text &&
         !actor.text.starts_with(step.assignee + "@");
}

std::vector<StepId> ready_steps(const Session& session, const ActorId& actor, Time now) {
  std::vector<StepId> out;
  for (const StepId end : open_ends(session, kRoot)) {
    if (end == kRoot || is_held_by_other(*session.find(end), actor, now)) continue;
    if (readiness(session, end).readiness == Readiness::kReady) out.push_back(end);
  }
  return out;
}

size_t steps_to_come(const Session& session) {
  const auto& children = session.root().children;
  const auto known =
      static_cast<size_t>(std::count_if(children.begin(), children.end(), [&](StepId id) {
        const Step* step = session.find(id);
        return step != nullptr && !step->quarantined.value_or(false);
      }));
  const size_t total = session.structure.total.value_or(0);
  return total > known ? total - known : 0;
}

bool is_open_ended(const Session& session) {
  return !session.structure.total && !session.structure.workflow.empty() &&
         session.lifecycle.status != Lifecycle::kCompleted;
}

// Percent counts leaves, plus the steps that the total promises and nobody has described yet. The
// average is taken over passed attempts only, and in active time, so that pauses and failures do
// not stretch the estimate. A step is stalled after more than twice that average, and not before
// kMinStall.
Progress progress(const Session& session, const ActorId& actor, Time now) {
  Progress out;
  out.open_ended = is_open_ended(session);
  Duration passed;
  int64_t count = 0;
  const size_t to_come = steps_to_come(session);
  for (const StepId leaf : leaves(session)) {
    const Step* step = session.find(leaf);
    if (leaf == kRoot && to_come > 0) continue;  // a plan of which nothing is known yet
    ++out.total;
    if (is_settled(session, leaf)) ++out.complete;
    const Attempt* attempt = step->passed_attempt();
    // One that nobody saw end tells nothing of how long it took.
    if (attempt == nullptr || !attempt->ended_at || step->status != StepStatus::kDone) continue;
    passed += active_time(*attempt, now);
    ++count;
  }
  out.total += to_come;
  if (session.lifecycle.status == Lifecycle::kCompleted) out.complete = out.total;
  out.percent = out.total == 0 ? 0 : static_cast<int>(out.complete * 100 / out.total);
  if (count > 0) {
    out.average = Duration{passed.ms / count};
    const auto open = static_cast<int64_t>(out.total - out.complete);
    // An agent's own list says nothing of how much there is to do.
    if (!out.open_ended && !session.identity.automatic) out.remaining = *out.average * open;
  }
  // Nobody works while the session is paused, or asleep without anybody having said so.
  const auto asleep = inactivity_due(session, now);
  const Time until = session.lifecycle.paused_at.value_or(asleep.value_or(now));
  const Step* current = session.find(current_step(session, actor));
  if (const Attempt* attempt = current == nullptr ? nullptr : current->open_attempt()) {
    out.in_step = active_time(*attempt, until);
    out.stalled = out.average && session.lifecycle.status == Lifecycle::kActive && !asleep &&
                  out.in_step > *out.average * 2 && out.in_step >= kMinStall;
  }
  return out;
}

// When the automatic pause was due, or nothing. Only an active session falls asleep.
std::optional<Time> inactivity_due(const Session& session, Time now) {
  if (session.lifecycle.status != Lifecycle::kActive) return std::nullopt;
  const Time due = session.last_activity + kInactivityPause;
  return now > due ? std::optional(due) : std::nullopt;
}

}  // namespace clew
