#pragma once
// `clew verify`: checks that what is stored is what was recorded (hashes, chain, snapshots,
// contents), and that files, artifacts and git still agree with it.

#include "command/verb.h"

namespace clew {

struct VerifyRequest {
  bool all = false;
  bool no_drift = false;
  static constexpr auto params() {
    using R = VerifyRequest;
    return field_list(flag("all", &R::all, "every session in the store, without drift checks"),
                      flag("no_drift", &R::no_drift, "check only the store, not files and git"));
  }
};

// Corruption is a refusal (exit 8) that says what is still intact; drift is a result (exit 7).
Result<Answer> verify_session(Workspace& workspace, const VerifyRequest& request);

}  // namespace clew
