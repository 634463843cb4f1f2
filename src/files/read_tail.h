#pragma once
// The end of a file that only grows, such as a transcript of which the latest line is wanted.

#include <string>

#include "files/file_system.h"

namespace clew {

// At most `most` bytes, from wherever they begin; empty when there is no such file.
std::string read_file_tail(FileSystem& files, const std::string& path, uint64_t most);

}  // namespace clew
