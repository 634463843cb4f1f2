#pragma once
// Files that a person names: where they are, and how they are written without ever being half
// there.

#include <string>

#include "engine/workspace.h"
#include "files/replace_file.h"

namespace clew {

// Absolute: as given, or from the current folder.
std::string caller_path(const Workspace& workspace, const std::string& path);

// Replaces `name` in `folder` as a whole. The lock stands in clew's cache, not in somebody's
// project. With a judge, a present file that it approves of is kept as NAME.bak.
Status write_out(Workspace& workspace, Folder& folder, const std::string& name, BytesView content,
                 const Judge& keep_backup = nullptr);

// A new file at a path the person gave; an existing one only with --yes.
Status write_new_file(Workspace& workspace, const std::string& path, BytesView content,
                      const std::string& again);

}  // namespace clew
