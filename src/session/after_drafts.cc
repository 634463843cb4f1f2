#include "session/after_drafts.h"

#include "session/apply.h"

namespace clew {

Session after_drafts(Session session, const Intent& intent, const Drafts& drafts) {
  for (const auto& draft : drafts) {
    EventHeader header;
    header.seq = Seq{session.head.number + 1};
    header.at = draft.at.value_or(intent.now);
    header.actor = intent.actor;
    session = apply(std::move(session), Event{header, draft.data});
  }
  return session;
}

}  // namespace clew
