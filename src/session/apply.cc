#include "session/apply.h"

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

}  // namespace

Session apply(Session&& session, const Event& event) {
  Session next = std::move(session);
  apply_to(next, event);
  return next;
}

void apply_to(Session& next, const Event& event) {
  if (next.steps.empty()) next.steps.emplace_back();
  renew_leases(next, event.header);
  visit(Applier(next, event.header), event.data);
  for (auto& place : next.places) {
    if (place.actor == event.header.actor) place.last_at = std::max(place.last_at, event.header.at);
  }
  next.head = event.header.seq;
  const bool is_pause = holds<SessionPaused>(event.data);
  if (!is_pause) next.last_activity = std::max(next.last_activity, event.header.at);
}

}  // namespace clew
