// The project of the current folder.

#include <algorithm>

#include "engine/renamed_folders.h"
#include "engine/workspace.h"
#include "project/project_identity.h"

namespace clew {

bool Workspace::Project::is_or_was(const std::string& project) const {
  return project == id || std::find(former.begin(), former.end(), project) != former.end();
}

const Workspace::Project& Workspace::project() {
  if (project_) return *project_;
  GitAnswersInFolder answers(files_, surroundings_->cache_folder);
  auto identity = identify_project(files_, answers, surroundings_->cwd);
  Project project;
  if (!identity) {
    project.id = "path:" + surroundings_->cwd;
    project.root = surroundings_->cwd;
    project.ids = {project.id};
    return project_.emplace(std::move(project));
  }
  project.id = identity->id;
  project.root = identity->root;
  project.repository = identity->repository;
  project.checkout = identity->checkout;
  // From here up to the whole repository: work begun further up is found from below.
  project.ids.push_back(identity->id);
  for (std::string folder = identity->folder; !folder.empty();) {
    const size_t slash = folder.rfind('/');
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
    const std::string id =
        folder.empty() ? identity->repository : identity->repository + ":" + folder;
    if (id != project.ids.back()) project.ids.push_back(id);
  }
  if (identity->path_id != identity->id) project.ids.push_back(identity->path_id);
  project.former = former_projects(store_, surroundings_->device, identity->id);
  project.ids.insert(project.ids.end(), project.former.begin(), project.former.end());
  return project_.emplace(std::move(project));
}

}  // namespace clew
