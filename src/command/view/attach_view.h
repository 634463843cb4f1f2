#pragma once
// `clew view attach|detach|accept`: the files in which a session shows itself to agents that
// read a dialect. A session has one view or none.

#include "command/verb.h"

namespace clew {

struct AttachRequest {
  std::string dialect;
  std::string dir;
  static constexpr auto params() {
    return field_list(
        positional("dialect", &AttachRequest::dialect, "DIALECT",
                   "essay, workflow, feature, orchestration or structural"),
        option("dir", &AttachRequest::dir, "DIR",
               "the folder of the files; default: the usual one (a symbolic link out of the "
               "project needs --yes)"));
  }
};

Result<Answer> attach_view(Workspace& workspace, const AttachRequest& request);
Result<Answer> detach_view(Workspace& workspace, const NoRequest& request);
// Takes in what git put back, and writes a held view.
Result<Answer> accept_view(Workspace& workspace, const NoRequest& request);

}  // namespace clew
