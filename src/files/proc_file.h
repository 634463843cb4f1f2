#pragma once
// Text that the kernel makes up when it is read: no size, no errors worth telling.

#include <string>

namespace clew {

// Empty when there is no such file.
std::string read_proc_file(const std::string& path);

}  // namespace clew
