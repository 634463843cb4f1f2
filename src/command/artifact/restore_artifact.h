#pragma once
// `clew artifact restore`: writes a kept version back into the project.

#include "command/verb.h"

namespace clew {

struct RestoreArtifactRequest {
  std::string path;
  std::optional<int64_t> version;
  std::string out;
  static constexpr auto params() {
    using R = RestoreArtifactRequest;
    return field_list(
        positional("path", &R::path, "PATH", "the artifact"),
        option("version", &R::version, "N", "this version; default: the latest"),
        option("out", &R::out, "FILE", "write it here instead, under the project's root"));
  }
};

// A present file that is none of the recorded versions is replaced only with --yes, and is then
// kept as FILE.bak.
Result<Answer> restore_artifact(Workspace& workspace, const RestoreArtifactRequest& request);

}  // namespace clew
