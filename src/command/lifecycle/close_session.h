#pragma once
// `clew close`: the end, one way or another.

#include "command/verb.h"

namespace clew {

struct CloseRequest {
  bool aborted = false;
  bool failed = false;
  bool abandoned = false;
  std::string reason;
  static constexpr auto params() {
    using R = CloseRequest;
    return field_list(flag("aborted", &R::aborted, "stopped on purpose"),
                      flag("failed", &R::failed, "the work failed"),
                      flag("abandoned", &R::abandoned, "nobody continues it"),
                      option("reason", &R::reason, "TEXT", "why"));
  }
};

Result<Answer> close_session(Workspace& workspace, const CloseRequest& request);

}  // namespace clew
