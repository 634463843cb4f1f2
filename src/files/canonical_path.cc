#include "files/canonical_path.h"

#include <algorithm>

#include "files/relative_path.h"

namespace clew {

std::string settled_path(FileSystem& files, const std::string& path) {
  if (auto real = files.real_path(path)) return std::move(*real);
  std::string way = "/";
  for (size_t start = 0; start < path.size();) {
    const size_t end = std::min(path.find('/', start), path.size());
    const std::string part = path.substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      way = parent_of(way);
      continue;
    }
    way = way == "/" ? way + part : join_path(way, part);
    if (auto real = files.real_path(way)) way = std::move(*real);
  }
  return way;
}

}  // namespace clew
