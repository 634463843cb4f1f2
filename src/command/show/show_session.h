#pragma once
// `clew show`: everything known about a session, or about one fact, step, agent or artifact of it.

#include "command/verb.h"

namespace clew {

struct ShowRequest {
  std::vector<std::string> what;
  static constexpr auto params() {
    return field_list(
        positional("what", &ShowRequest::what, "[ID[@SEQ]] [WHAT]",
                   "a session, and optionally one of its event numbers, steps, agents or artifacts",
                   Need::kOptional));
  }
};

Result<Answer> show_session(Workspace& workspace, const ShowRequest& request);

}  // namespace clew
