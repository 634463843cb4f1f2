#pragma once
// `clew verify`: whether what is stored is what was recorded, and whether the world still agrees.

#include "command/verb.h"
#include "store/event_store.h"

namespace clew {

struct VerifyRequest {
  bool all = false;
  bool no_drift = false;
  static constexpr auto params() {
    using R = VerifyRequest;
    return field_list(flag("all", &R::all, "every session of the store, without drift"),
                      flag("no_drift", &R::no_drift, "only the store, not files and git"));
  }
};

// Corruption is a refusal (exit 8) that says what is still intact; drift is a result (exit 7).
Result<Answer> verify_session(Workspace& workspace, const VerifyRequest& request);

// What verify found, as an error: every problem, what is still intact, and the command that mends
// it. REQUIRES: there are problems. `card` is that of the one session asked about, or null.
Error corruption(const VerifyReport& report, const SessionCard* card);
// The same of one session, where what mends it was tried: something else is said when it could not
// be done.
Error corruption_of(Workspace& workspace, const VerifyReport& report, const SessionCard& card);
Value report_fields(const VerifyReport& report);

}  // namespace clew
