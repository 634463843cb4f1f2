#pragma once
// What a checkout stands on. Branch and commit are read from git's own files, so that asking costs
// a few microseconds; only what they cannot tell is asked of git.

#include <string>
#include <string_view>
#include <vector>

#include "files/file_system.h"
#include "project/git_repository.h"

namespace clew {

struct GitState {
  std::string branch;  // "main"; empty when HEAD is detached
  std::string commit;  // 40 or 64 hex digits; empty before the first commit

  bool operator==(const GitState&) const = default;
};

Result<GitState> read_git_state(FileSystem& files, const GitRepository& repository);

// The commit that HEAD names, by files of the repository itself: symbolic links, by which another
// repository's branches could seem to be this one's, are not followed. Empty before the first one.
Result<std::string> read_own_commit(FileSystem& files, const GitRepository& repository);

// 40 or 64 hex digits: what is given to git as a commit can be nothing else.
bool is_commit_hash(std::string_view text);

// Files that HEAD has and the commit had not, from the root of the repository; at most some
// thousands of them.
Result<std::vector<std::string>> list_added_since(const GitRepository& repository,
                                                  const std::string& commit);

}  // namespace clew
