#include "files/real_folder.h"

#include "files/make_folders.h"
#include "files/relative_path.h"

namespace clew {
namespace {

Error is_link_by_now(const std::string& path) {
  return make_error(ErrorCode::kNotAllowed, "a part of this path is a symbolic link by now", path);
}

// Where the top of the disk may not be opened: a sandbox.
Result<std::unique_ptr<Folder>> open_without_top(FileSystem& files, const std::string& path) {
  CLEW_ASSIGN(const std::string real, files.real_path(path));
  if (real != path) return is_link_by_now(path);
  return files.open_folder(path);
}

}  // namespace

// The kernel opens the path from the top with no link allowed. Where the top cannot be opened, the
// path is compared with its real one.
Result<std::unique_ptr<Folder>> open_real_folder(FileSystem& files, const std::string& path) {
  auto top = files.open_folder("/");
  if (!top && top.error().code == ErrorCode::kNotAllowed) return open_without_top(files, path);
  if (!top || path == "/") return top;
  auto opened = (*top)->open_folder(path.substr(1));
  if (opened || opened.error().code != ErrorCode::kNotAllowed) return opened;
  // Not allowed is a link, or a folder of others.
  const auto real = files.real_path(path);
  return real && *real == path ? opened.error() : is_link_by_now(path);
}

// Made from the top down, and opened again at the end, so that a link put there meanwhile is
// noticed.
Result<std::unique_ptr<Folder>> make_real_folders(FileSystem& files, const std::string& path) {
  auto found = open_real_folder(files, path);
  if (found.ok() || found.error().code != ErrorCode::kNotFound) return found;
  const std::string above = parent_of(path);
  if (above == path) return found;

  CLEW_ASSIGN(const auto parent, make_real_folders(files, above));
  CLEW_TRY(make_missing_folder(*parent, last_part_of(path)));
  return open_real_folder(files, path);
}

}  // namespace clew
