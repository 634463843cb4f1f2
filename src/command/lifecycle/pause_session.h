#pragma once
// `clew pause`: stop on purpose, saying why and where.

#include "command/verb.h"

namespace clew {

struct PauseRequest {
  std::string reason;
  std::string context;
  std::vector<std::string> artifact;
  static constexpr auto params() {
    using R = PauseRequest;
    return field_list(
        option("reason", &R::reason, "TEXT", "why"),
        option("context", &R::context, "TEXT", "what was being worked on"),
        option("artifact", &R::artifact, "FILE", "unfinished work to keep; repeat it"));
  }
};

Result<Answer> pause_session(Workspace& workspace, const PauseRequest& request);

}  // namespace clew
