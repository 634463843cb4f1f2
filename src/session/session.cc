#include "session/session.h"

namespace clew {

CLEW_COPIED_HERE(Session);
template const std::vector<MemberInfo>& members_of<Session>();

const Step* Session::find(StepId id) const {
  if (id.number >= steps.size() || steps[id.number].removed) return nullptr;
  return &steps[id.number];
}

}  // namespace clew
