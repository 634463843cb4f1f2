#include "command/further_steps.h"

#include <algorithm>

#include "session/apply.h"

namespace clew {

std::vector<Wish> with_further_steps(const Workspace& workspace, const Dialect* dialect,
                                     const Session& session, std::vector<Wish> wishes) {
  if (dialect == nullptr) return wishes;
  Session after = session;
  const Time now = std::max(workspace.now(), session.last_activity);
  const ActorId& actor = workspace.caller().actor;
  for (const auto& wish : wishes) {
    auto decided = decide(after, Intent{now, actor, wish});
    if (!decided) return wishes;
    for (auto& draft : *decided) {
      EventHeader header;
      header.seq = Seq{after.head.number + 1};
      header.at = draft.at.value_or(now);
      header.actor = actor;
      after = apply(std::move(after), Event{header, std::move(draft.data)});
    }
  }
  for (auto& steps : dialect->further_steps(after)) wishes.push_back(std::move(steps));
  return wishes;
}

}  // namespace clew
