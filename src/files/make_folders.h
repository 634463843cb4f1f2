#pragma once
// Opens a folder, making it and its missing parents first (mkdir -p): 0700, and durable when this
// returns.

#include <memory>
#include <string>

#include "files/file_system.h"

namespace clew {

// kNotAllowed when another user makes one of them meanwhile.
Result<std::unique_ptr<Folder>> make_folders(FileSystem& files, const std::string& path);

// One folder that was missing a moment ago: made here, or by another process of this user.
Status make_missing_folder(Folder& parent, const std::string& name);

}  // namespace clew
