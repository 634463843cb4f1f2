#pragma once
// Content on its way into the store: reads a file beneath the project, or beneath the session's own
// directory where its view stands elsewhere, and keeps it as a blob.

#include <string>

#include "engine/workspace.h"

namespace clew {

inline constexpr uint64_t kMostArtifact = uint64_t{64} << 20;

// `path` is relative to the current folder or absolute; the artifact is named from the project, or
// from the view's folder.
Result<ArtifactAdded> keep_artifact(Workspace& workspace, const std::string& path);
// Where the files of the session that is meant stand on this machine; of the project one stands in
// when there is none, or its own is not here.
std::string files_root(Workspace& workspace);
// The path as seen from there; kInvalid when it lies outside.
Result<std::string> project_path(Workspace& workspace, const std::string& path);
Error outside_project(const std::string& path, const std::string& root);
// The folder that an artifact's path is seen from; `project` is the root of the session's project.
std::string artifact_root(Workspace& workspace, const SessionId& session,
                          const std::string& project, const std::string& path);

}  // namespace clew
