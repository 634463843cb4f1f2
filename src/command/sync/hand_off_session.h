#pragma once
// `clew handoff`: which device goes on with a session. docs/teleport.md

#include "command/verb.h"

namespace clew {

struct HandOffRequest {
  std::string to;
  static constexpr auto params() {
    using R = HandOffRequest;
    return field_list(option("to", &R::to, "DEVICE",
                             "who goes on with it: the name of a device, or the first letters of "
                             "the key that it signs with; this one takes it back"));
  }
};

// Recorded first, then sent; what cannot be sent now waits for the next sync. kNotFound, naming the
// devices: there is no such one.
Result<Answer> hand_off_session(Workspace& workspace, const HandOffRequest& request);

}  // namespace clew
