#include "session/scratch_session.h"

#include <limits>

#include "session/apply.h"

namespace clew {
namespace {

EventHeader reported_by_nobody(Seq first) {
  EventHeader header;
  header.seq = first;
  header.at = Time{std::numeric_limits<int64_t>::max()};  // when no claim is left to be renewed
  return header;
}

}  // namespace

Drafting::Drafting(Session session, Seq first)
    : Drafting(std::move(session), reported_by_nobody(first)) {}

Drafting::Drafting(Session session, EventHeader first)
    : session_(std::move(session)), header_(std::move(first)) {}

void Drafting::add(EventData data) {
  apply_to(session_, events_.emplace_back(Event{header_, std::move(data)}));
  ++header_.seq.number;
  ++header_.part;
}

Drafts Drafting::take() {
  Drafts drafts;
  drafts.reserve(events_.size());
  for (auto& event : events_) drafts.emplace_back(std::move(event.data), std::nullopt);
  events_.clear();
  return drafts;
}

StepAdded added(const Step& step) {
  StepAdded out;
  out.step = step.id;
  out.parent = step.parent;
  out.key = step.key;
  out.title = step.title;
  out.description = step.description;
  out.order = step.order;
  out.needs = step.needs;
  out.assignee = step.assignee;
  out.subject = step.subject;
  out.external = step.external;
  out.gate = step.gate;
  out.quarantined = step.quarantined;
  out.ties = step.ties;
  return out;
}

}  // namespace clew
