#pragma once
// The files beneath a folder, by name, found recursively. Bounded, because a person may name any
// folder: so deep, so many, no symbolic links followed, .git and node_modules passed over.

#include <string>
#include <vector>

#include "files/file_system.h"

namespace clew {

struct TreeBounds {
  size_t depth = 8;  // 1: only what is in the folder itself
  size_t names = 20'000;
};

struct TreeListing {
  std::vector<std::string> names;  // of files, relative to the folder, sorted
  std::vector<std::string> links;  // symbolic links, which are not followed, likewise
  bool complete = true;            // false: there are more than the bound
};

Result<TreeListing> list_tree(Folder& folder, const TreeBounds& bounds = {});

}  // namespace clew
