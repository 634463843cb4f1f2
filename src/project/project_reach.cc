#include "project/project_reach.h"

#include <algorithm>

#include "files/accounts.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "project/git_repository.h"

namespace clew {
namespace {

// Whoever makes a folder says what its mode is, and an archive that root unpacks whose it is too.
// Only by its name is a folder the system's.
constexpr const char* kSharedFolders[] = {"/tmp", "/var/tmp", "/dev/shm"};

bool is_shared_by_all(FileSystem& files, const std::string& folder) {
  constexpr uint32_t kStickyForAll = 01002;
  if (std::find(std::begin(kSharedFolders), std::end(kSharedFolders), folder) ==
      std::end(kSharedFolders)) {
    return false;
  }
  const auto info = files.info(folder);
  return info && (info->mode & kStickyForAll) == kStickyForAll;
}

// Marked by .git or by an agent's settings; shared folders such as /tmp are none, whatever lies in
// them.
bool is_project(FileSystem& files, const std::string& folder) {
  const auto& markers = project_markers();
  const bool is_marked = std::any_of(markers.begin(), markers.end(), [&](const std::string& name) {
    return files.info(join_path(folder, name)).ok();
  });
  return is_marked && !is_shared_by_all(files, folder);
}

}  // namespace

const std::vector<std::string>& project_markers() {
  static const std::vector<std::string> markers = {".git",      ".claude",       ".mcp.json",
                                                   ".codex",    ".gemini",       ".cursor",
                                                   ".opencode", "opencode.json", "opencode.jsonc"};
  return markers;
}

// From the folder upwards, up to the home folder or the one above it.
std::string outermost_project(FileSystem& files, const std::string& folder,
                              const std::string& home) {
  std::string found;
  for (std::string at = folder; at.size() > 1; at = parent_of(at)) {
    if (!home.empty() && is_at_or_below(home, at)) break;
    if (is_project(files, at)) found = at;
  }
  return found;
}

std::string project_around(FileSystem& files, const std::string& folder, const std::string& path,
                           const std::string& home) {
  std::string shared = folder;
  while (!is_at_or_below(path, shared)) shared = parent_of(shared);
  return outermost_project(files, shared, home);
}

// A home folder is believed when the system lists it for this user, or when no project around could
// have made it.
bool is_home_of_person(FileSystem& files, const std::string& home, const std::string& folder,
                       uint32_t user) {
  const auto listed = listed_home(files, user);
  if (listed == home) return true;
  const std::string real = canonical_path(files, home);
  if (project_around(files, folder, real, {}).empty()) return true;
  if (listed) return canonical_path(files, *listed) == real;
  const auto above = files.info(parent_of(real));
  return above && above->owner != user;
}

// Within the project, those around it, or another worktree of its repository: whoever filled the
// one may have filled the others.
bool is_in_reach(FileSystem& files, const std::string& path, const std::string& folder,
                 const std::string& home) {
  const std::string real_home = home.empty() ? home : canonical_path(files, home);
  const std::string location = canonical_path(files, path);
  if (!project_around(files, folder, location, real_home).empty()) return true;
  // In another worktree.
  if (outermost_project(files, parent_of(location), real_home).empty()) return false;
  const auto own = find_claimed_repository(files, folder);
  if (!own || !*own) return false;
  std::string nearest = parent_of(location);
  while (nearest.size() > 1 && !files.info(nearest)) nearest = parent_of(nearest);
  const auto other = find_claimed_repository(files, nearest);
  return other && *other && (*other)->common_dir == (*own)->common_dir;
}

}  // namespace clew
