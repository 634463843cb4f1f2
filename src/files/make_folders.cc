
#include "files/make_folders.h"

#include "files/accounts.h"
#include "files/relative_path.h"

namespace clew {

Result<std::unique_ptr<Folder>> make_folders(FileSystem& files, const std::string& path) {
  auto found = files.open_folder(path);
  if (found.ok() || found.error().code != ErrorCode::kNotFound) return found;
  const std::string above = parent_of(path);
  if (above == path) return found;

  CLEW_ASSIGN(const auto parent, make_folders(files, above));
  CLEW_TRY(make_missing_folder(*parent, last_part_of(path)));
  return files.open_folder(path);
}

Status make_missing_folder(Folder& parent, const std::string& name) {
  const Status made = parent.make_folder(name);
  if (!made && made.error().code != ErrorCode::kConflict) return made;
  if (!made) {
    CLEW_ASSIGN(const FileInfo info, parent.info(name));
    if (info.owner != own_user() && info.owner != 0) {
      return make_error(ErrorCode::kNotAllowed, "another user made this folder in the meantime",
                        join_path(parent.path(), name));
    }
  }
  return parent.sync();
}

}  // namespace clew
