#include "engine/project/project_root.h"

#include <algorithm>

namespace clew {
namespace {

// Checkouts of one repository share its id; a path is the id of one folder alone.
bool is_of_repository(const std::string& project, const std::string& repository) {
  if (repository.empty() || repository.starts_with("path:")) return false;
  return project == repository || project.starts_with(repository + ":");
}

}  // namespace

std::string project_root_of(Workspace& workspace, const Session& session) {
  return project_root_of(workspace, session.identity.project, session.identity.project_path);
}

// The folder of the caller stands for the project where it is another checkout of the repository or
// a later name of the same place. Otherwise the recorded path counts while it is a folder, and
// after that the caller's folder, if it lies in the project.
std::string project_root_of(Workspace& workspace, const std::string& project,
                            const std::string& path) {
  const Project& here = workspace.project();
  const bool was_here = project != here.id && here.is_or_was(project);
  if (was_here || is_of_repository(project, here.repository)) return here.root;
  const auto there = workspace.files().info(path);
  if (there && there->kind == FileKind::kFolder) return path;
  const bool is_here = std::find(here.ids.begin(), here.ids.end(), project) != here.ids.end();
  return is_here ? here.root : std::string();
}

std::optional<GitRepository> checkout_of(Workspace& workspace, const std::string& root) {
  const Project& here = workspace.project();
  if (root == here.root) return here.checkout;
  auto found = find_repository(workspace.files(), root);
  return found ? std::move(*found) : std::nullopt;
}

}  // namespace clew
