#pragma once
// Where the git repository of a path is, found by looking at files, without running git.

#include <optional>
#include <string>
#include <vector>

#include "files/file_system.h"

namespace clew {

// All three are real paths.
struct GitRepository {
  std::string root;        // the folder that is checked out
  std::string git_dir;     // of this checkout: HEAD and index
  std::string common_dir;  // shared by all worktrees: refs, objects, config

  bool operator==(const GitRepository&) const = default;
};

// Walks up from `path` to the first .git: a folder, or the file that a worktree or a submodule has
// in its place. Nothing when there is none. kCorrupt when that file leads nowhere, kNotAllowed when
// it leads to a repository that does not know of this folder (project/git_pointer.h). A walk that
// comes to the root of `known` is at its end.
Result<std::optional<GitRepository>> find_repository(FileSystem& files, const std::string& path,
                                                     const GitRepository* known = nullptr);

// The same for what is only to be kept out: a folder is taken at its word.
Result<std::optional<GitRepository>> find_claimed_repository(FileSystem& files,
                                                             const std::string& path);

// The other checkouts of the same repository: the main one and its worktrees, those that are there.
std::vector<GitRepository> other_checkouts(FileSystem& files, const GitRepository& repository);

// A clone that has the latest commits only.
bool is_shallow(FileSystem& files, const GitRepository& repository);

}  // namespace clew
