#pragma once
// `clew forget`: drops everything a session says; the bare chain stays and still verifies.

#include "command/verb.h"

namespace clew {

struct ForgetRequest {
  std::vector<std::string> sessions;
  bool project = false;
  std::string before;
  static constexpr auto params() {
    using R = ForgetRequest;
    return field_list(
        positional("sessions", &R::sessions, "ID…", "the sessions", Need::kOptional),
        flag("project", &R::project, "sessions of this project"),
        option("before", &R::before, "DATE",
               "sessions not changed since this date, of every project unless --project is given"));
  }
};

// Open sessions only with --yes.
Result<Answer> forget_session(Workspace& workspace, const ForgetRequest& request);

}  // namespace clew
