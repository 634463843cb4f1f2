#pragma once
// Reads a file of /proc: text that the kernel makes up when it is read, without a size, and without
// errors worth telling.

#include <string>

namespace clew {

// Empty when there is no such file.
std::string read_proc_file(const std::string& path);

}  // namespace clew
