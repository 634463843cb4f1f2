#pragma once
// Files that a person names: where they are, and how they are written without ever being half
// there.

#include <string>

#include "command/workspace.h"
#include "files/file_lock.h"
#include "files/machine.h"
#include "files/whole_file.h"

namespace clew {

// Absolute: as given, or from the current folder.
std::string caller_path(const Workspace& workspace, const std::string& path);

// What a damaged file is kept as: state.yaml.damaged-20261115-143201
std::string damaged_name(const std::string& name, Time now);
// Keeps it so and says the name: another one of the same second ends in -2.
Result<std::string> keep_damaged(Folder& folder, const std::string& name, BytesView text, Time now);

// The lock that guards a file in somebody's project. It stands in clew's cache, not beside the
// file; without a cache, beside it.
Result<FileLock> lock_file(FileSystem& files, const std::string& cache, Folder& folder,
                           const std::string& name, Machine& machine, Duration deadline);

// Replaces `name` in `folder` as a whole. The lock stands in clew's cache, not in somebody's
// project. With a judge, a present file that it approves of is kept as NAME.bak.
Status write_out(Workspace& workspace, Folder& folder, const std::string& name, BytesView content,
                 const Judge& keep_backup = nullptr);

// A new file at a path the person gave; an existing one only with --yes.
Status write_new_file(Workspace& workspace, const std::string& path, BytesView content,
                      const std::string& again);

}  // namespace clew
