#pragma once
// Opens a folder, making it and its missing parents first (mkdir -p): 0700, and durable when this
// returns.

#include <memory>
#include <string>

#include "files/file_system.h"

namespace clew {

Result<std::unique_ptr<Folder>> make_folders(FileSystem& files, const std::string& path);

}  // namespace clew
