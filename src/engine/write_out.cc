#include "engine/write_out.h"

#include <fmt/format.h>

#include "engine/confirm.h"
#include "files/guard_lock.h"
#include "files/machine.h"
#include "files/relative_path.h"
#include "files/replace_file.h"

namespace clew {

std::string caller_path(const Workspace& workspace, const std::string& path) {
  return !path.empty() && path[0] == '/' ? path : join_path(workspace.surroundings().cwd, path);
}

Status write_out(Workspace& workspace, Folder& folder, const std::string& name, BytesView content,
                 const Judge& keep_backup) {
  SystemMachine machine;
  const ReplaceRequest request{name, content, Durability::kDurable, keep_backup};
  CLEW_ASSIGN(const FileLock lock,
              lock_file(workspace.files(), workspace.surroundings().cache_folder, folder, name,
                        machine, kLockDeadline));
  CLEW_TRY(replace_file(folder, request, machine, lock));
  static_cast<void>(remove_leftovers(folder, name, lock));
  return success();
}

Status write_new_file(Workspace& workspace, const std::string& path, BytesView content,
                      const std::string& again) {
  const std::string whole = caller_path(workspace, path);
  if (workspace.files().info(whole)) {
    CLEW_TRY(agree(workspace, fmt::format("{} exists; replace it?", path), path, again));
  }
  const auto folder = workspace.files().open_folder(parent_of(whole));
  if (!folder) return folder.error();
  return write_out(workspace, **folder, last_part_of(whole), content);
}

}  // namespace clew
