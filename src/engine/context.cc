#include "engine/context.h"

#include <algorithm>

#include "engine/project/known_projects.h"
#include "engine/project/renamed_folders.h"
#include "engine/project/shallow_clone.h"
#include "files/relative_path.h"
#include "project/project_identity.h"

namespace clew {

Context::Context(EventStore& store, FileSystem& files, Clock clock, RandomSource random,
                 std::shared_ptr<const Surroundings> surroundings)
    : store_(store),
      files_(files),
      clock_(std::move(clock)),
      random_(std::move(random)),
      surroundings_(std::move(surroundings)) {}

Bytes Context::random(size_t count) const {
  Bytes bytes(count, '\0');
  random_(bytes);
  return bytes;
}

std::string caller_path(const Context& context, const std::string& path) {
  return !path.empty() && path[0] == '/' ? path : join_path(context.surroundings().cwd, path);
}

bool Project::is_or_was(const std::string& project) const {
  const auto is_among = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), project) != names.end();
  };
  return project == id || is_among(former) || is_among(known_as);
}

// Worked out once, and then kept.
const Project& Context::project() {
  if (*project_) return **project_;
  GitAnswersInFolder answers(files_, surroundings_->cache_folder);
  auto identity = identify_project(files_, answers, surroundings_->cwd);
  Project project;
  if (!identity) {
    project.id = "path:" + surroundings_->cwd;
    project.root = surroundings_->cwd;
    project.ids = {project.id};
    return project_->emplace(std::move(project));
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
  // An address alone proves nothing (shallow_clone.h): where the sessions of that project do not
  // belong here, the folder is a project by its path.
  const bool goes_by_remote = identity->repository.starts_with("remote:");
  if (goes_by_remote &&
      !is_clone_of_sessions(store_, files_, answers, *identity->checkout, project.ids)) {
    project.id = identity->path_id;
    project.repository = "path:" + identity->root;
    project.ids = {project.id};
  }
  if (identity->path_id != project.id) project.ids.push_back(identity->path_id);
  project.former = former_projects(store_, surroundings_->device, project.id);
  project.ids.insert(project.ids.end(), project.former.begin(), project.former.end());
  project.known_as =
      known_projects(store_, surroundings_->device, project.repository, identity->folder);
  project.ids.insert(project.ids.end(), project.known_as.begin(), project.known_as.end());
  return project_->emplace(std::move(project));
}

}  // namespace clew
