#include "agent_client/working_folder.h"

#include "files/relative_path.h"
#include "project/git_repository.h"

namespace clew {
namespace {

std::optional<GitRepository> repository_of(FileSystem& files, const std::string& path) {
  auto found = find_repository(files, path);
  return found ? std::move(*found) : std::nullopt;
}

bool is_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder == "/" ? folder : folder + "/");
}

// The folder of one checkout in another.
std::string same_folder(FileSystem& files, const std::string& folder, const GitRepository& from,
                        const GitRepository& to) {
  if (folder == from.root || !is_in(folder, from.root)) return to.root;
  const std::string same = join_path(to.root, folder.substr(from.root.size() + 1));
  return files.info(same) ? same : to.root;
}

}  // namespace

std::string folder_of_agent(FileSystem& files, const std::string& cwd, const std::string& started) {
  if (started == cwd || started.empty() || started[0] != '/') return cwd;
  const auto begun = files.real_path(started);
  const auto now = files.real_path(cwd);
  if (!begun || !now) return cwd;
  const auto own = repository_of(files, *begun);
  const auto there = repository_of(files, *now);
  if (own && there && own->common_dir == there->common_dir) {
    return own->root == there->root ? *begun : same_folder(files, *begun, *own, *there);
  }
  const bool stays = own ? is_in(*now, own->root) : !there && is_in(*now, *begun);
  return stays ? *begun : cwd;
}

}  // namespace clew
