#pragma once
// Who besides the user could change a file: the owner of it or of a folder above it, or whoever the
// permissions let write there. Root counts as the user.

#include <string>
#include <vector>

#include "files/file_system.h"

namespace clew {

// The nearest folder from `folder` up in which somebody else could put another in the place of what
// is below it: not the user's or root's, or not sticky and writable by everybody or by a group that
// others are in. A folder that does not exist is passed over. Empty: none.
std::string folder_of_others(FileSystem& files, const std::string& folder, uint32_t user);

// The first of the files at these paths below `folder` that somebody else owns or may write; when
// there is none, the folder as above. Absolute; empty: only the user can change any of it.
std::string open_to_others(FileSystem& files, const std::string& folder,
                           const std::vector<std::string>& paths, uint32_t user);

}  // namespace clew
