#pragma once
// The folder whose project an agent works on. It goes through folders as it works, and the one it
// stands in when it first edits a file says little: what it was started in says more.

#include <string>

#include "files/file_system.h"

namespace clew {

// `cwd` is where the agent stands, `started` where it was started; that may be empty. It is
//   where it was started, while it stands in the same checkout, in a repository inside of that, or,
//     without git, below that folder;
//   the same folder of another worktree, while it stands in that;
//   where it stands otherwise: it has gone to another project.
std::string folder_of_agent(FileSystem& files, const std::string& cwd, const std::string& started);

}  // namespace clew
