#pragma once
// `clew tour`: shows itself at work in a throw-away store: starts a session with a plan and a gate,
// is killed in the middle of a write, comes back, proves that nothing acknowledged was lost, and
// prints the brief.

#include "command/verb.h"

namespace clew {

struct TourRequest {
  bool keep = false;
  static constexpr auto params() {
    return field_list(flag("keep", &TourRequest::keep, "keep the temporary store"));
  }
};

Result<Answer> take_tour(Workspace& workspace, const TourRequest& request);

}  // namespace clew
