#include "view/view_folder.h"

#include <fmt/format.h>

#include "files/machine.h"
#include "files/open_to_others.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "files/temporary_file.h"

namespace clew {
namespace {

constexpr const char* kElsewhere = "--dir ANOTHER";

// By making one: permissions alone do not tell of a disk that is read-only or full.
Status check_writable(Context& context, const std::string& path) {
  SystemMachine machine;
  const auto folder = open_real_folder(context.files(), path);
  const std::string name = temporary_name_of("view", machine);
  const auto file = folder ? (*folder)->open(name, OpenMode::kCreateNew)
                           : Result<std::unique_ptr<File>>(folder.error());
  if (file) {
    const TemporaryFile gone(**folder, name);
    return success();
  }
  const std::string& message = file.error().message;
  const size_t colon = message.find(": ");
  return make_error(file.error().code,
                    fmt::format("cannot create files in {}: {}", path,
                                colon == std::string::npos ? message : message.substr(colon + 2)),
                    path, kElsewhere);
}

}  // namespace

// What is tried is the folder itself or, where there is none yet, the nearest above it.
Status check_view_folder(Context& context, const std::string& folder) {
  for (std::string path = folder; path.size() > 1; path = parent_of(path)) {
    const auto info = context.files().info(path);
    if (!info) continue;
    if (info->kind == FileKind::kFolder) return check_writable(context, path);
    return make_error(ErrorCode::kUsage, path + " is not a folder", path, kElsewhere);
  }
  return success();
}

std::string view_open_to_others(Context& context, const ViewState& view) {
  std::vector<std::string> paths;
  for (const auto& file : view.files) paths.push_back(file.path);
  return open_to_others(context.files(), view.folder, paths, context.surroundings().user);
}

std::string edits_of_others(const std::string& path) {
  return fmt::format("other users can change {}, and their edits of a view's files are taken in",
                     path);
}

}  // namespace clew
