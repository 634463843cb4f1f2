#include "engine/agreed_folder.h"

#include <fmt/format.h>

#include "engine/confirm.h"
#include "files/canonical_path.h"

namespace clew {

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
