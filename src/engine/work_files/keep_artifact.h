#pragma once
// Reads a file that is to be kept as an artifact and makes it a blob of the store. The file lies
// beneath the project, or beneath the session's own folder where its view, or the files it was
// imported from, stand elsewhere.

#include <optional>
#include <string>

#include "engine/workspace.h"

namespace clew {

inline constexpr uint64_t kMaxArtifact = uint64_t{64} << 20;

// A file that was read to be kept, and where in it secrets seem to be: "password in line 3".
struct FileToKeep {
  ArtifactAdded artifact;
  std::string secrets;  // in words; empty: none
};
// `path` is relative to the current folder or absolute; the artifact is named from the project, or
// from the view's folder; one that imported files name keeps the name it has. A file is kept as it
// is, so whoever keeps it agrees to its secrets first.
Result<FileToKeep> read_artifact(Workspace& workspace, const std::string& path);
// The same, once that was agreed to. `again` is the command that keeps it, without --yes.
Result<ArtifactAdded> keep_artifact(Workspace& workspace, const std::string& path,
                                    const std::string& again);
// kUsage, naming the file and the places, unless somebody has agreed. Nobody is asked.
Status check_secrets(const Workspace& workspace, const FileToKeep& file, const std::string& again);
// Where the files of the session that is meant stand on this machine; of the project one stands in
// when there is none, or its own is not here.
std::string files_root(Workspace& workspace);
// The path as seen from there; kInvalid when it lies outside.
Result<std::string> project_path(Workspace& workspace, const std::string& path);
Error outside_project(const std::string& path, const std::string& root);
// The folder that an artifact's path is seen from; `project` is the root of the session's project.
// Empty: the files that the session was imported from are not known on this machine.
std::string artifact_root(Workspace& workspace, const Session& session, const std::string& project,
                          const std::string& path);
// What the session calls a file that imported files name, by its path as a person gives it; unset:
// no such file.
std::optional<std::string> imported_name(Workspace& workspace, const Session& session,
                                         const std::string& path);

}  // namespace clew
