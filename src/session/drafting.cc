#include "session/drafting.h"

#include <limits>

#include "session/apply.h"

namespace clew {

Drafting::Drafting(Session session, Seq first) : session_(std::move(session)), next_(first) {}

void Drafting::add(EventData data) {
  EventHeader header;
  header.seq = next_;
  header.at = Time{std::numeric_limits<int64_t>::max()};  // when no claim is left to be renewed
  Event event{header, std::move(data)};
  session_ = apply(std::move(session_), event);
  drafts_.push_back({std::move(event.data), {}});
  ++next_.number;
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
  return out;
}

}  // namespace clew
