#include "command/keep_artifact.h"

#include <fmt/format.h>

#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {

Result<std::string> project_path(Workspace& workspace, const std::string& path) {
  const std::string& root = workspace.project().root;
  const std::string absolute =
      !path.empty() && path[0] == '/' ? path : workspace.surroundings().cwd + "/" + path;
  // The folder's real path, so that ".." and links cannot name a way out of the project.
  const size_t slash = absolute.rfind('/');
  CLEW_ASSIGN(const std::string folder, workspace.files().real_path(absolute.substr(0, slash + 1)));
  const std::string name = absolute.substr(slash + 1);
  const std::string whole = (folder == "/" ? "" : folder) + "/" + name;
  if (name.empty() || name == "." || name == ".." ||
      whole.compare(0, root.size() + 1, root + "/") != 0) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} is not a file of this project", path),
                      path, "copy it below " + root);
  }
  return whole.substr(root.size() + 1);
}

Result<ArtifactAdded> keep_artifact(Workspace& workspace, const std::string& path) {
  CLEW_ASSIGN(const std::string name, project_path(workspace, path));
  CLEW_ASSIGN(const auto root, workspace.files().open_folder(workspace.project().root));
  CLEW_ASSIGN(Bytes content, read_whole_file(*root, name, kMostArtifact));
  ArtifactAdded artifact;
  artifact.path = name;
  artifact.content = sha256(content);
  artifact.size = static_cast<int64_t>(content.size());
  workspace.keep_blob({artifact.content, std::move(content)});
  return artifact;
}

}  // namespace clew
