#pragma once
// `clew status` (and `clew` alone): where the work stands, and the one next command.

#include "brief/world.h"
#include "command/verb.h"
#include "session/session.h"

namespace clew {

struct StatusRequest {
  bool line = false;
  static constexpr auto params() {
    return field_list(flag("line", &StatusRequest::line, "one line, for a prompt"));
  }
};

Result<Answer> show_status(Workspace& workspace, const StatusRequest& request);

// The resumption context as fields: progress, timing, status, steps, what is open, what is next.
Value status_fields(const Session& session, const World& world);

}  // namespace clew
