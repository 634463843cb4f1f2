#include "engine/confirm.h"

#include <fmt/format.h>

#include "files/canonical_path.h"
#include "files/guarded_file.h"
#include "files/relative_path.h"

namespace clew {

Status agree(const Workspace& workspace, const std::string& question, const std::string& subject,
             const std::string& again) {
  const Caller& caller = workspace.caller();
  if (caller.agreed) return success();
  const auto answer = caller.confirm ? caller.confirm(question) : std::nullopt;
  if (!answer) {
    return make_error(ErrorCode::kUsage, question + " Confirm with --yes", subject,
                      again + " --yes");
  }
  if (*answer) return success();
  return make_error(ErrorCode::kNotAllowed, "nothing was changed", subject);
}

Result<std::string> agreed_path(Workspace& workspace, const std::string& path,
                                const std::string& again) {
  FileSystem& files = workspace.files();
  const std::string root = canonical_path(files, workspace.project().root);
  WayOut way = walk_out_of(files, root, path);
  if (!way.link.empty()) {
    CLEW_TRY(agree(
        workspace,
        fmt::format("{} is a symbolic link out of the project; write to {}?", way.link, way.end),
        way.link, again));
  }
  return std::move(way.end);
}

Status write_agreed(Workspace& workspace, const std::string& path, BytesView content,
                    const std::string& again) {
  const std::string whole = caller_path(workspace, path);
  if (workspace.files().info(whole)) {
    CLEW_TRY(agree(workspace, fmt::format("{} exists; replace it?", path), path, again));
  }
  const auto folder = workspace.files().open_folder(parent_of(whole));
  if (!folder) return folder.error();
  return replace_guarded(workspace.files(), workspace.surroundings().cache_folder, **folder,
                         last_part_of(whole), content);
}

}  // namespace clew
