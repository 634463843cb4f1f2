#pragma once
// Content on its way into the store: reads a file beneath the project and keeps it as a blob.

#include <string>

#include "command/workspace.h"

namespace clew {

inline constexpr uint64_t kMostArtifact = uint64_t{64} << 20;

// `path` is relative to the current folder or absolute; the artifact is named from the project.
Result<ArtifactAdded> keep_artifact(Workspace& workspace, const std::string& path);
// The path as seen from the project's root; kInvalid when it lies outside.
Result<std::string> project_path(Workspace& workspace, const std::string& path);

}  // namespace clew
