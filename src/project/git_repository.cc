#include "project/git_repository.h"

#include <algorithm>
#include <filesystem>

#include "files/accounts.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/git_pointer.h"

namespace clew {
namespace {

constexpr uint64_t kPointerLimit = 8192;
constexpr size_t kMaxWorktrees = 256;  // that are looked at: hooks wait for it
constexpr std::string_view kGitDir = "gitdir:";

std::string trimmed(std::string_view text) {
  const auto start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return "";
  return std::string(text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1));
}

std::string resolve_against(const std::string& folder, const std::string& path) {
  return path.starts_with('/') ? path : join_path(folder, path);
}

Error leads_nowhere(const std::string& pointer) {
  return make_error(ErrorCode::kCorrupt, "this file points to a git repository that does not exist",
                    pointer, "git worktree repair");
}

Error not_known_there(const std::string& pointer) {
  return make_error(ErrorCode::kNotAllowed,
                    "this leads to a git repository that does not know of this folder", pointer,
                    "git worktree repair");
}

// At most so many, any of them: whoever made the folder can have filled it.
std::vector<std::string> some_names_in(const std::string& folder, size_t most) {
  std::vector<std::string> names;
  std::error_code problem;
  const std::filesystem::directory_iterator end;
  for (std::filesystem::directory_iterator at(folder, problem); !problem && at != end;
       at.increment(problem)) {
    if (names.size() == most) break;
    names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Whether somebody else put a .git into a folder where others can make things, as into /tmp: it is
// not the repository of what one has below it. Whose folder it is may have one there.
bool is_made_by_others(FileSystem& files, const std::string& root) {
  constexpr uint32_t kOthersWrite = 022;
  const auto info = files.info(root);
  if (!info || (info->mode & kOthersWrite) == 0) return false;
  const auto folder = files.open_folder(root);
  const auto own = folder ? (*folder)->info(".git") : Result<FileInfo>(folder.error());
  return own && own->owner != own_user() && own->owner != 0 && own->owner != info->owner;
}

// Whether a checkout that names another repository for its own needs to be known there.
enum class Pointers { kKnownThere, kAll };

// The git folder that a checkout's .git stands for; nothing when it is no repository.
Result<std::optional<std::string>> git_dir_of(FileSystem& files, const std::string& root,
                                              Pointers pointers) {
  const std::string dot_git = join_path(root, ".git");
  const auto info = files.info(dot_git);
  if (!info.ok() || is_made_by_others(files, root)) return std::optional<std::string>();
  std::string git_dir = dot_git;
  if (info->kind == FileKind::kFile) {
    const auto pointer = read_whole_file(files, dot_git, kPointerLimit);
    if (!pointer.ok() || !pointer->starts_with(kGitDir)) return leads_nowhere(dot_git);
    git_dir = resolve_against(root, trimmed(pointer->substr(kGitDir.size())));
  }
  if (!files.info(join_path(git_dir, "HEAD")).ok()) {
    if (info->kind == FileKind::kFile) return leads_nowhere(dot_git);
    return std::optional<std::string>();
  }
  CLEW_ASSIGN(std::string real, files.real_path(git_dir));
  const bool is_known =
      real == dot_git || pointers == Pointers::kAll || points_back(files, real, root);
  if (!is_known) return not_known_there(dot_git);
  return std::optional(std::move(real));
}

Result<std::string> common_dir_of(FileSystem& files, const std::string& git_dir,
                                  Pointers pointers) {
  const std::string pointer = join_path(git_dir, "commondir");
  const auto text = read_whole_file(files, pointer, kPointerLimit);
  if (!text.ok()) {
    // git would read it, or wait for it.
    if (text.error().code == ErrorCode::kNotFound) return git_dir;
    return leads_nowhere(pointer);
  }
  const auto real = files.real_path(resolve_against(git_dir, trimmed(*text)));
  if (!real.ok()) return leads_nowhere(pointer);
  if (pointers == Pointers::kKnownThere && !is_worktree_of(git_dir, *real)) {
    return not_known_there(pointer);
  }
  return *real;
}

Result<std::optional<GitRepository>> find_from(FileSystem& files, const std::string& path,
                                               const GitRepository* known, Pointers pointers) {
  CLEW_ASSIGN(std::string folder, files.real_path(path));
  while (true) {
    if (known != nullptr && folder == known->root) return std::optional(*known);
    CLEW_ASSIGN(const auto git_dir, git_dir_of(files, folder, pointers));
    if (git_dir) {
      CLEW_ASSIGN(const std::string common_dir, common_dir_of(files, *git_dir, pointers));
      return std::optional(GitRepository{folder, *git_dir, common_dir});
    }
    if (folder == "/") return std::optional<GitRepository>();
    folder = parent_of(folder);
  }
}

}  // namespace

Result<std::optional<GitRepository>> find_repository(FileSystem& files, const std::string& path,
                                                     const GitRepository* known) {
  return find_from(files, path, known, Pointers::kKnownThere);
}

Result<std::optional<GitRepository>> find_claimed_repository(FileSystem& files,
                                                             const std::string& path) {
  return find_from(files, path, nullptr, Pointers::kAll);
}

std::vector<GitRepository> other_checkouts(FileSystem& files, const GitRepository& repository) {
  std::vector<std::string> roots;
  if (last_part_of(repository.common_dir) == ".git") {
    roots.push_back(parent_of(repository.common_dir));
  }
  const std::string worktrees = join_path(repository.common_dir, "worktrees");
  for (const auto& name : some_names_in(worktrees, kMaxWorktrees)) {
    const auto pointer =
        read_whole_file(files, join_path(join_path(worktrees, name), "gitdir"), kPointerLimit);
    if (!pointer) continue;
    const std::string own = join_path(worktrees, name);
    roots.push_back(parent_of(resolve_against(own, trimmed(*pointer))));
  }
  std::vector<GitRepository> out;
  for (const auto& root : roots) {
    if (root == repository.root) continue;
    const auto found = find_repository(files, root);
    if (!found || !*found || (*found)->root == repository.root) continue;
    if ((*found)->common_dir == repository.common_dir) out.push_back(**found);
  }
  return out;
}

bool is_shallow(FileSystem& files, const GitRepository& repository) {
  const auto info = files.info(join_path(repository.common_dir, "shallow"));
  return info.ok() && info->size > 0;
}

}  // namespace clew
