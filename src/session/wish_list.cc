#include "session/wish_list.h"

#include <algorithm>

#include "session/after_drafts.h"
#include "session/decide.h"

namespace clew {

WishList::WishList(const Session& session, Time now, ActorId actor)
    : session_(session), now_(std::max(now, session.last_activity)), actor_(std::move(actor)) {}

Tried WishList::add(Wish wish) {
  const Intent intent{now_, actor_, wish};
  const auto drafts = decide(session_, intent);
  if (!drafts) return Tried::kRefused;
  session_ = after_drafts(std::move(session_), intent, *drafts);
  wishes_.push_back(std::move(wish));
  return Tried::kTaken;
}

}  // namespace clew
