#pragma once
// `clew recheck`: runs the commands again that steps were done with, in the folders where they ran,
// and says which "done" is no longer true. What it found is recorded; the steps stay what they are.
// A command that this caller has not run itself on this machine is shown, and run only when
// somebody agrees: a log travels, and can say anything.

#include "command/verb.h"

namespace clew {

struct RecheckRequest {
  bool all = false;
  bool closed = false;
  static constexpr auto params() {
    using R = RecheckRequest;
    return field_list(flag("all", &R::all, "every open session of the store"),
                      flag("closed", &R::closed, "with --all: closed sessions too"));
  }
};

// kExitDrift when something is no longer true; refused with kFailed when something could not be
// run.
Result<Answer> recheck_evidence(Workspace& workspace, const RecheckRequest& request);

}  // namespace clew
