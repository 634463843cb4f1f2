#include "engine/confirm.h"

#include <fmt/format.h>

#include "files/canonical_path.h"

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
  const std::string root = settled_path(files, workspace.project().root);
  WayOut way = walk_out_of(files, root, path);
  if (!way.link.empty()) {
    CLEW_TRY(agree(
        workspace,
        fmt::format("{} is a symbolic link out of the project; write to {}?", way.link, way.end),
        way.link, again));
  }
  return std::move(way.end);
}

}  // namespace clew
