#pragma once
// What stays with a folder when it is renamed or moved on its disk, and no other folder ever has:
// its inode and the moment it was made. A number alone would not do: it is given out again.

#include <string>

namespace clew {

// Empty when there is no such folder, or its file system does not keep when it was made.
std::string folder_mark(const std::string& path);

}  // namespace clew
