#pragma once
// The lock that guards a file in somebody's project.

#include <string>

#include "files/file_lock.h"
#include "files/machine.h"

namespace clew {

// It stands in clew's cache, not beside the file; without a cache, beside it.
Result<FileLock> lock_file(FileSystem& files, const std::string& cache, Folder& folder,
                           const std::string& name, Machine& machine, Duration deadline);

}  // namespace clew
