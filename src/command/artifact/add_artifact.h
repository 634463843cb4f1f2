#pragma once
// `clew artifact add`: keeps a file of the project by its content.

#include "command/verb.h"

namespace clew {

struct AddArtifactRequest {
  std::vector<std::string> paths;
  std::string step;
  static constexpr auto params() {
    using R = AddArtifactRequest;
    return field_list(
        positional("paths", &R::paths, "PATH…",
                   "files under the project's root; with likely secrets only with --yes"),
        option("step", &R::step, "STEP", "the step they belong to"));
  }
};

Result<Answer> add_artifact(Workspace& workspace, const AddArtifactRequest& request);

}  // namespace clew
