#pragma once
// What a checkout holds, by the contents of its files alone: the same before and after a commit, a
// rebase or a clone, and another as soon as one tracked file has another content. Contents are
// named as git names them, so that files that are as the index has them are not read.

#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "project/git_repository.h"

namespace clew {

// Paths from the root of the repository, and git's hash of what is there, as raw bytes.
using TreeContent = std::map<std::string, Bytes>;

// Files in git's index as they are in the work tree, from `below` down (empty: all). Deleted ones
// are left out. What only a program of the repository could compare (a filter) counts as it is in
// the index. kFailed when the index cannot be read.
Result<TreeContent> read_tracked(FileSystem& files, const GitRepository& repository,
                                 const std::string& below);
// Files that git neither tracks nor ignores. Asks git. kFailed when there are more than `most`.
Result<TreeContent> read_untracked(FileSystem& files, const GitRepository& repository,
                                   const std::string& below, size_t most);
// Those of the files that are there.
TreeContent read_contents(FileSystem& files, const GitRepository& repository,
                          const std::vector<std::string>& paths);

// Of both together; what both have counts as `tracked` has it.
Hash tree_digest(const TreeContent& tracked, const TreeContent& beside);

}  // namespace clew
