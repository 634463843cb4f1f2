#pragma once
// `clew artifact list`, `show` and `history`: what was kept, and its content.

#include "command/verb.h"

namespace clew {

Result<Answer> list_artifacts(Workspace& workspace, const NoRequest& request);

struct ShowArtifactRequest {
  std::string path;
  static constexpr auto params() {
    return field_list(positional("path", &ShowArtifactRequest::path, "PATH[@VERSION]",
                                 "the artifact; default: its latest version"));
  }
};
Result<Answer> show_artifact(Workspace& workspace, const ShowArtifactRequest& request);

struct ArtifactHistoryRequest {
  std::string path;
  static constexpr auto params() {
    return field_list(positional("path", &ArtifactHistoryRequest::path, "PATH", "the artifact"));
  }
};
Result<Answer> show_artifact_history(Workspace& workspace, const ArtifactHistoryRequest& request);

}  // namespace clew
