#pragma once
// The lock that guards a file in somebody's project while clew writes it (file_lock.h says what a
// lock is). It stands in clew's cache, so that the project stays clean.

#include <string>

#include "files/file_lock.h"
#include "files/machine.h"

namespace clew {

// Without a cache it stands beside the file. kConflict when the deadline passes.
Result<FileLock> lock_file(FileSystem& files, const std::string& cache, Folder& folder,
                           const std::string& name, Machine& machine, Duration deadline);

}  // namespace clew
