#include "engine/write_new_file.h"
#include "engine/context.h"

#include <fmt/format.h>

#include "engine/confirm.h"
#include "files/guarded_file.h"
#include "files/relative_path.h"

namespace clew {

Status write_new_file(Workspace& workspace, const std::string& path, BytesView content,
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
