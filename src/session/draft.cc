#include "session/draft.h"

#include "session/apply.h"

namespace clew {

Draft::Draft(EventData d, std::optional<Time> t) : data(std::move(d)), at(t) {}
Draft::Draft(const Draft&) = default;
Draft::Draft(Draft&&) noexcept = default;
Draft& Draft::operator=(const Draft&) = default;
Draft& Draft::operator=(Draft&&) noexcept = default;
Draft::~Draft() = default;

Session preview(Session session, std::span<const Draft> drafts, Time now, const ActorId& actor) {
  EventHeader header;
  header.actor = actor;
  for (const Draft& draft : drafts) {
    header.seq = Seq{session.head.number + 1};
    header.at = draft.at.value_or(now);
    apply_to(session, Event{header, draft.data});
  }
  return session;
}

}  // namespace clew
