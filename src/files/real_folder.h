#pragma once
// Folders by their real path, as it was recorded or agreed to: no part of it may be a symbolic link
// by now, so that what is written there goes nowhere else, whoever puts a link in its place.

#include <memory>
#include <string>

#include "files/file_system.h"

namespace clew {

// REQUIRES: an absolute path, as canonical_path answers it. kNotAllowed when there is a link in it.
Result<std::unique_ptr<Folder>> open_real_folder(FileSystem& files, const std::string& path);
// Makes it and its missing parents first, as make_folders does.
Result<std::unique_ptr<Folder>> make_real_folders(FileSystem& files, const std::string& path);

}  // namespace clew
