#include "files/canonical_path.h"

#include <algorithm>

#include "files/relative_path.h"

namespace clew {

bool is_at_or_below(const std::string& path, const std::string& folder) {
  if (folder == "/") return true;
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string canonical_path(FileSystem& files, const std::string& path) {
  if (auto real = files.real_path(path)) return std::move(*real);
  return walk_out_of(files, "/", path).end;
}

// Part by part, as the system does.
WayOut walk_out_of(FileSystem& files, const std::string& root, const std::string& path) {
  WayOut way{"/", ""};
  for (size_t start = 0; start < path.size();) {
    const size_t end = std::min(path.find('/', start), path.size());
    const std::string part = path.substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      way.end = parent_of(way.end);
      continue;
    }
    const std::string next = join_path(way.end, part);
    const std::string real = files.real_path(next).value_or(next);
    if (is_at_or_below(way.end, root) && !is_at_or_below(real, root)) way.link = next;
    way.end = real;
  }
  if (is_at_or_below(way.end, root)) way.link.clear();
  return way;
}

// Paths of /proc and /dev name something else for each process; /dev/shm is an ordinary folder.
bool is_process_path(std::string_view path) {
  if (!path.starts_with('/')) return false;
  const auto take_part = [&] {
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(part.size());
    return part;
  };
  const std::string_view first = take_part();
  return first == "proc" || (first == "dev" && take_part() != "shm");
}

}  // namespace clew
