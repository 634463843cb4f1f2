#include "files/list_tree.h"

#include <algorithm>

#include "files/relative_path.h"

namespace clew {
namespace {

bool passed_over(const std::string& name) { return name == ".git" || name == "node_modules"; }

// `complete` becomes false at the bound; names that were found until then stay.
Status add_names(Folder& folder, const std::string& prefix, size_t depth, const TreeBounds& bounds,
                 TreeListing& listing) {
  CLEW_ASSIGN(const auto names, folder.list());
  for (const auto& name : names) {
    if (!listing.complete) return success();
    const auto info = folder.info(name);
    if (!info) continue;  // gone meanwhile
    const std::string path = join_path(prefix, name);
    if (info->kind == FileKind::kFile && path.size() <= kPathLimit) {
      listing.complete = listing.names.size() < bounds.names;
      if (listing.complete) listing.names.push_back(path);
    }
    if (info->kind == FileKind::kSymlink && listing.links.size() < bounds.names) {
      listing.links.push_back(path);
    }
    if (info->kind != FileKind::kFolder || depth <= 1 || passed_over(name)) continue;
    const auto below = folder.open_folder(name);
    if (!below) continue;  // not ours to read
    CLEW_TRY(add_names(**below, path, depth - 1, bounds, listing));
  }
  return success();
}

}  // namespace

Result<TreeListing> list_tree(Folder& folder, const TreeBounds& bounds) {
  TreeListing listing;
  CLEW_TRY(add_names(folder, "", bounds.depth, bounds, listing));
  std::sort(listing.names.begin(), listing.names.end());
  std::sort(listing.links.begin(), listing.links.end());
  return listing;
}

}  // namespace clew
