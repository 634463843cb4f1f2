#pragma once
// `clew checkpoint`: a moment with a name, to come back to.

#include "command/verb.h"

namespace clew {

struct CheckpointRequest {
  std::string name;
  std::string note;
  std::string step;
  static constexpr auto params() {
    using R = CheckpointRequest;
    return field_list(
        positional("name", &R::name, "NAME", "its name (default: the time)", Need::kOptional),
        option("note", &R::note, "TEXT", "a remark"),
        option("step", &R::step, "STEP", "the step it belongs to"));
  }
};

Result<Answer> make_checkpoint(Workspace& workspace, const CheckpointRequest& request);

}  // namespace clew
