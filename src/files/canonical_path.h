#pragma once
// A path as it is stored and compared: two paths that lead to the same place become the same text.

#include <string>
#include <string_view>

#include "files/file_system.h"

namespace clew {

bool is_at_or_below(const std::string& path, const std::string& folder);

// Symbolic links are followed as far as something is there; what is not there yet is taken by its
// words alone: without ".", "..", empty parts and a slash at the end. REQUIRES: absolute.
std::string canonical_path(FileSystem& files, const std::string& path);

// Whether a path leads through /proc or /dev (not /dev/shm), where it means another place in every
// process: /proc/self/cwd is the folder that somebody else may have made.
bool is_process_path(std::string_view path);

// The same, seen in one walk with how it leaves `root`, a real path.
struct WayOut {
  std::string end;   // as canonical_path answers it
  std::string link;  // by which it leaves; empty when it ends within, or begins outside
};
WayOut walk_out_of(FileSystem& files, const std::string& root, const std::string& path);

}  // namespace clew
