#pragma once
// Files in somebody's project: locked, and replaced without ever being half there.

#include <string>

#include "files/file_lock.h"
#include "files/machine.h"
#include "files/replace_file.h"

namespace clew {

// It stands in clew's cache, not beside the file; without a cache, beside it.
Result<FileLock> lock_file(FileSystem& files, const std::string& cache, Folder& folder,
                           const std::string& name, Machine& machine, Duration deadline);

// Replaces `name` in `folder` as a whole, under that lock. With a judge, a present file that it
// approves of is kept as NAME.bak.
Status replace_guarded(FileSystem& files, const std::string& cache, Folder& folder,
                       const std::string& name, BytesView content,
                       const Judge& keep_backup = nullptr);

}  // namespace clew
