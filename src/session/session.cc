#include "session/session.h"

namespace clew {

Session::Session() = default;
Session::Session(const Session&) = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(const Session&) = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

const Step* Session::find(StepId id) const {
  if (id.number >= steps.size() || steps[id.number].removed) return nullptr;
  return &steps[id.number];
}

}  // namespace clew
