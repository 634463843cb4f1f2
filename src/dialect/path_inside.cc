#include "dialect/path_inside.h"

#include <algorithm>

namespace clew {

bool is_path_inside(std::string_view path) {
  const bool has_drive = path.size() > 1 && path[1] == ':';
  if (path.starts_with('/') || path.starts_with('\\') || has_drive) return false;
  if (path.find('\0') != std::string_view::npos) return false;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find_first_of("/\\", at), path.size());
    if (path.substr(at, end - at) == "..") return false;
    at = end + 1;
  }
  return true;
}

}  // namespace clew
