#pragma once
// What stands on the disk where an agent has worked: the files it touched, and where git stands.
// No other process is started.

#include <optional>
#include <string>
#include <vector>

#include "engine/workspace.h"

namespace clew {

// A file as an agent's edit left it.
struct TouchedFile {
  std::string root;  // of the project, in the checkout that it is in
  std::string path;  // from that root
  Hash hash;         // empty: there is no file now, or it is too large to be read
  int64_t lines = 0;
  bool there = true;
  bool returns = false;  // some of its lines end with \r\n
};

// `path` is absolute or relative to the current folder, in the project below `root` or in the same
// project of another worktree; a symbolic link is the file that it leads to. Nothing for what lies
// outside of both or in git's own folder, and for what is no file. An agent waits meanwhile: files
// over 128 MiB are not read.
std::optional<TouchedFile> look_at_touched(Workspace& workspace, const std::string& root,
                                           const std::string& path);

// The size that git last saw; nothing when it does not know the file.
std::optional<uint64_t> size_known_to_git(Workspace& workspace, const TouchedFile& file);

// Its content; nothing when that is larger than 4 MiB, or not what was looked at any more.
std::optional<Bytes> read_touched(Workspace& workspace, const TouchedFile& file);

// The latest files of the session whose content is no longer what was recorded: formatters, commits
// and commands of the agent's own turn. What was recorded in another worktree, and stands there, is
// none of them; nor is what the agent of another open session recorded as its own. No more than
// `most_bytes` of them are read: somebody waits meanwhile, and so may others for the store.
std::vector<FileChanged> changed_again(Workspace& workspace, const Session& session,
                                       uint64_t most_bytes);

// Branch and commit, where they are not what the session says; nothing when they are.
std::optional<IdentityChanged> head_moved(Workspace& workspace, const Session& session);

// The folder of the session's project is gone. The current one is the same, renamed, when it is
// known to be that (engine/project/renamed_folders.h), or most of the latest files have the content
// there that was recorded last. Empty files tell nothing, nor do those in `edited`, which were
// changed just now.
struct MissingProject {
  std::optional<IdentityChanged> moved;  // unset: the current folder is another one
  std::string seen;                      // in words, what that was judged by
};
// Nothing while the project can be found.
std::optional<MissingProject> find_missing_project(Workspace& workspace, const Session& session,
                                                   const std::vector<std::string>& edited = {});

// The beginning of a session in this project, with where git stands.
SessionStarted opening_here(Workspace& workspace);

}  // namespace clew
