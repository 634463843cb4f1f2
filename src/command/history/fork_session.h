#pragma once
// `clew fork`: another way from any moment on; what came before is shared.

#include "command/verb.h"

namespace clew {

struct ForkRequest {
  std::string id;
  std::string reason;
  static constexpr auto params() {
    return field_list(option("id", &ForkRequest::id, "NEW", "its id; default: generated"),
                      option("reason", &ForkRequest::reason, "TEXT", "why"));
  }
};

Result<Answer> fork_session(Workspace& workspace, const ForkRequest& request);

}  // namespace clew
