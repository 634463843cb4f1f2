#pragma once
// What stands on the disk where an agent has worked: the files it touched, and where git stands.
// No other process is started.

#include <optional>
#include <string>
#include <vector>

#include "command/workspace.h"

namespace clew {

// A file as an agent's edit left it.
struct TouchedFile {
  std::string path;  // from the root of the project
  Hash hash;         // empty: there is no file now
  int64_t lines = 0;
};

// `path` is absolute or relative to the current folder, in the project below `root` or in the same
// project of another worktree. Nothing for what lies outside of both or in git's own folder, and
// for what is no file.
std::optional<TouchedFile> look_at_touched(Workspace& workspace, const std::string& root,
                                           const std::string& path);

// Its content; nothing when that is larger than 4 MiB, or not what was looked at any more.
std::optional<Bytes> read_touched(Workspace& workspace, const std::string& root,
                                  const TouchedFile& file);

// The latest files of the session whose content is no longer what was recorded: formatters, commits
// and commands of the agent's own turn. What was recorded in another worktree, and stands there, is
// none of them.
std::vector<FileChanged> changed_again(Workspace& workspace, const Session& session);

// Branch and commit, where they are not what the session says; nothing when they are.
std::optional<IdentityChanged> head_moved(Workspace& workspace, const Session& session);

// Where the project is now, when its folder is gone and the current one has a file of the session
// with the content that was recorded last: it was renamed. Nothing otherwise.
std::optional<IdentityChanged> project_moved(Workspace& workspace, const Session& session);

// The beginning of a session in this project, with where git stands.
SessionStarted opening_here(Workspace& workspace);

}  // namespace clew
