#pragma once
// `clew diff`: what changed between two moments, or between two sessions.

#include "command/verb.h"

namespace clew {

struct DiffRequest {
  std::vector<std::string> refs;
  static constexpr auto params() {
    return field_list(
        positional("refs", &DiffRequest::refs, "A [B]",
                   "ID@SEQ, or @SEQ of the session at hand; one alone is compared with now"));
  }
};

Result<Answer> diff_session(Workspace& workspace, const DiffRequest& request);

}  // namespace clew
