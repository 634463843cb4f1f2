#pragma once
// `clew on` and `clew off`: whether anything is recorded, everywhere or in this checkout.

#include "command/verb.h"

namespace clew {

struct SwitchRequest {
  bool here = false;
  static constexpr auto params() {
    return field_list(flag("here", &SwitchRequest::here, "only in this checkout"));
  }
};

Result<Answer> switch_on(Workspace& workspace, const SwitchRequest& request);
Result<Answer> switch_off(Workspace& workspace, const SwitchRequest& request);

// Whether a verb records, so that being off stops it. Mending, forgetting and the switches go on.
bool is_recording(const Verb& verb);

}  // namespace clew
