#include "session/apply.h"

#include <algorithm>

#include "session/applier.h"

namespace clew {
namespace {

// The holder's own work keeps its claims alive; an expired one stays expired.
void renew_leases(Session& session, const EventHeader& header) {
  if (session.last_fence == 0) return;
  for (auto& step : session.steps) {
    if (!step.lease || step.lease->holder != header.actor) continue;
    if (step.lease->expires_at <= header.at) continue;
    step.lease->expires_at = std::max(step.lease->expires_at, header.at + step.lease->ttl);
  }
}

bool ends_turn(const Checkpoint& checkpoint) {
  return checkpoint.name == kEndOfTurn || checkpoint.name == kEndOfConversation;
}

// Between the turns of agents nobody is at work, as far as anybody tells: a while of it, or the
// hours after a turn that was cut off, is not time at work.
void leave_out_idle_time(Session& session, const EventHeader& header) {
  if (session.lifecycle.status != Lifecycle::kActive) return;
  const Duration gap = header.at - session.last_activity;
  if (gap < kIdleBetweenTurns) return;
  const auto& made = session.checkpoints.items;
  const bool is_between = turn_ended_at(session).has_value();
  const bool tells_turns = std::any_of(made.begin(), made.end(), ends_turn);
  if (!is_between && !(tells_turns && gap >= kIdleInTurn)) return;
  session.lifecycle.paused_total += gap;
  for (auto& step : session.steps) {
    if (step.open_attempt() == nullptr) continue;
    Attempt& attempt = step.attempts.back();
    attempt.paused += header.at - std::max(session.last_activity, attempt.started_at);
  }
}

}  // namespace

std::optional<Time> turn_ended_at(const Session& session) {
  const auto& made = session.checkpoints.items;
  const bool is_last = !made.empty() && made.back().origin.id == session.head;
  return is_last && ends_turn(made.back()) ? std::optional(made.back().origin.at) : std::nullopt;
}

Session apply(Session&& session, const Event& event) {
  Session next = std::move(session);
  apply_to(next, event);
  return next;
}

// Idle time is measured from the activity before this event, so that is moved on last. A pause is
// no activity.
void apply_to(Session& next, const Event& event) {
  if (next.steps.empty()) next.steps.emplace_back();
  if (holds<TailMoved>(event.data)) {  // about the log itself: nobody was at work
    next.head = event.header.seq;
    return;
  }
  renew_leases(next, event.header);
  leave_out_idle_time(next, event.header);
  visit(Applier(next, event.header), event.data);
  for (auto& location : next.locations) {
    if (location.actor == event.header.actor)
      location.last_at = std::max(location.last_at, event.header.at);
  }
  next.head = event.header.seq;
  const bool is_pause = holds<SessionPaused>(event.data);
  if (!is_pause) next.last_activity = std::max(next.last_activity, event.header.at);
}

}  // namespace clew
