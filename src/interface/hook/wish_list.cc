#include "interface/hook/wish_list.h"

#include <algorithm>

#include "session/apply.h"
#include "session/decide.h"

namespace clew {

WishList::WishList(const Session& session, Time now, ActorId actor)
    : session_(session), now_(std::max(now, session.last_activity)), actor_(std::move(actor)) {}

Tried WishList::add(Wish wish) {
  const auto drafts = decide(session_, Intent{now_, actor_, wish});
  if (!drafts) return Tried::kRefused;
  for (const auto& draft : *drafts) {
    EventHeader header;
    header.seq = Seq{session_.head.number + 1};
    header.at = draft.at.value_or(now_);
    header.actor = actor_;
    session_ = apply(std::move(session_), Event{header, draft.data});
  }
  wishes_.push_back(std::move(wish));
  return Tried::kTaken;
}

}  // namespace clew
