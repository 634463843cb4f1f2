#include "session/decide_wishes.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "session/after_drafts.h"

namespace clew {

Result<Drafts> decide_wishes(const Session& session, const std::vector<Wish>& wishes, Time now,
                             const ActorId& actor) {
  Drafts drafts;
  std::optional<Session> ahead;  // what the wishes so far lead to, for those that follow
  for (const auto& wish : wishes) {
    const Intent intent{now, actor, wish};
    CLEW_ASSIGN(Drafts decided, decide(ahead ? *ahead : session, intent));
    if (&wish != &wishes.back()) {
      ahead = after_drafts(ahead ? std::move(*ahead) : session, intent, decided);
    }
    std::move(decided.begin(), decided.end(), std::back_inserter(drafts));
  }
  return drafts;
}

}  // namespace clew
