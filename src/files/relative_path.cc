#include "files/relative_path.h"

#include "base/text.h"

namespace clew {
namespace {

Error refused(std::string_view path, const char* why) {
  return make_error(ErrorCode::kNotAllowed, std::string("refused path: ") + why,
                    path.empty() ? "(no path)" : visible(path));
}

}  // namespace

Result<std::vector<std::string>> split_relative_path(std::string_view path) {
  if (path.empty()) return refused(path, "it is empty");
  if (path.size() > kPathLimit) {
    return make_error(ErrorCode::kInvalid, "the path is longer than 1,024 bytes", cut(path, 80));
  }
  if (path.find('\0') != std::string_view::npos) return refused(path, "it contains a NUL byte");
  if (path.front() == '/') return refused(path, "it is absolute");

  std::vector<std::string> parts;
  for (size_t start = 0; start <= path.size();) {
    const size_t end = std::min(path.find('/', start), path.size());
    const std::string_view part = path.substr(start, end - start);
    if (part == "..") return refused(path, "it contains \"..\"");
    if (part.empty() || part == ".") return refused(path, "it has an empty part");
    parts.emplace_back(part);
    start = end + 1;
  }
  return parts;
}

Status check_name(std::string_view name) {
  CLEW_ASSIGN(const auto parts, split_relative_path(name));
  if (parts.size() != 1) return refused(name, "it is not a single name");
  return success();
}

std::string join_path(std::string_view folder, std::string_view path) {
  if (folder.empty()) return std::string(path);
  if (path.empty()) return std::string(folder);
  std::string joined(folder);
  if (joined.back() != '/') joined += '/';
  return joined.append(path);
}

// As dirname and basename do it: "/a/b/" has the parent "/a" and the last part "b"; "a" has ".".
std::string parent_of(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, slash == 0 ? 1 : slash));
}

std::string last_part_of(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return std::string(path.substr(path.rfind('/') + 1));
}

}  // namespace clew
