#pragma once
// Opens a checked relative path beneath a folder descriptor, following no symbolic link and never
// leaving the folder. The kernel does it in one call (openat2); where it cannot, the path is walked
// part by part with O_NOFOLLOW. Both give the same answers.
// REQUIRES: `path` passed split_relative_path. Answers an invalid descriptor and errno on failure.

#include <string>

#include "files/unique_fd.h"

namespace clew {

UniqueFd open_beneath(int folder, const std::string& path, int flags);
UniqueFd open_beneath_by_steps(int folder, const std::string& path, int flags);

}  // namespace clew
