#include "engine/context.h"

#include <algorithm>

#include "engine/renamed_folders.h"
#include "files/machine.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/replace_file.h"
#include "files/whole_file.h"
#include "project/project_identity.h"

namespace clew {
namespace {

// One small file per answer in clew's cache folder. Losing it costs one run of git.
class FolderCache final : public IdentityCache {
 public:
  FolderCache(FileSystem& files, std::string folder) : files_(files), folder_(std::move(folder)) {}

  std::optional<std::string> get(const std::string& key) override {
    if (folder_.empty()) return std::nullopt;
    auto text = read_whole_file(files_, folder_ + "/" + name_of_key(key), 4096);
    return text ? std::optional(*text) : std::nullopt;
  }

  void put(const std::string& key, const std::string& value) override {
    if (folder_.empty()) return;
    auto folder = make_folders(files_, folder_);
    if (!folder) return;
    SystemMachine machine;
    const auto written = replace_file(
        **folder, ReplaceRequest{name_of_key(key), value, Durability::kDerived, nullptr}, machine);
    static_cast<void>(written);  // not kept: asked again next time
  }

 private:
  static std::string name_of_key(const std::string& key) { return sha256(key).hex().substr(0, 32); }

  FileSystem& files_;
  std::string folder_;
};

}  // namespace

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
  return project == id || std::find(former.begin(), former.end(), project) != former.end();
}

const Project& Context::project() {
  if (project_) return *project_;
  FolderCache cache(files_, surroundings_->cache_folder);
  auto identity = identify_project(files_, cache, surroundings_->cwd);
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
