#pragma once
// Whether the folder of another repository that a checkout names for its own is really that of this
// checkout. A clone can name any: its .git may be a file or a link that leads to the repository of
// somebody who works on the same machine, or hold a `commondir` that does. So it is believed only
// when what it leads to knows of it.

#include <string>

#include "files/file_system.h"

namespace clew {

// Whether `git_dir`, which the .git in `root` leads to, belongs to the checkout at `root`: it lies
// in it, or its `gitdir` (a worktree) or the core.worktree of its config (a submodule) names it.
// Both are real paths.
bool points_back(FileSystem& files, const std::string& git_dir, const std::string& root);

// Whether `git_dir` is one of the worktrees that `common_dir` keeps. Both are real paths.
bool is_worktree_of(const std::string& git_dir, const std::string& common_dir);

// The value of core.worktree in the text of a git config file; of several the last. Empty: none.
// Files that it includes are not looked at.
std::string core_worktree(std::string_view config);

}  // namespace clew
