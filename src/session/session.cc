#include "session/session.h"

namespace clew {

CLEW_COPIED_HERE(Identity);
CLEW_COPIED_HERE(Session);
template struct StructInfoOf<Identity>;
template struct StructInfoOf<Structure>;
template struct StructInfoOf<LifecycleState>;
template struct StructInfoOf<ContextUsage>;
template struct StructInfoOf<Instruction>;
template struct StructInfoOf<Session>;

const Step* Session::find(StepId id) const {
  if (id.number >= steps.size() || steps[id.number].removed) return nullptr;
  return &steps[id.number];
}

void copy_kept(const Session& from, Session& to) {
  const auto copy = [&](auto kind) { to.*kind = std::decay_t<decltype(to.*kind)>(from.*kind); };
  copy(&Session::decisions);
  copy(&Session::questions);
  copy(&Session::failed_approaches);
  copy(&Session::notes);
  copy(&Session::files);
  copy(&Session::runs);
  copy(&Session::errors);
  copy(&Session::claims);
  copy(&Session::agents);
  copy(&Session::artifacts);
  copy(&Session::revisions);
  copy(&Session::checkpoints);
  copy(&Session::instructions);
}

}  // namespace clew
