#pragma once
// `clew diff`: what changed between two moments, or between two sessions.

#include "command/verb.h"

namespace clew {

struct DiffRequest {
  std::vector<std::string> refs;
  static constexpr auto params() {
    return field_list(positional(
        "refs", &DiffRequest::refs, "A [B]",
        "ID@SEQ, or @SEQ for the current session; a single one is compared with the latest state"));
  }
};

Result<Answer> diff_session(Workspace& workspace, const DiffRequest& request);

}  // namespace clew
