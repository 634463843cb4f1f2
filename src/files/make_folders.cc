#include "files/make_folders.h"

#include "files/relative_path.h"

namespace clew {

Result<std::unique_ptr<Folder>> make_folders(FileSystem& files, const std::string& path) {
  auto found = files.open_folder(path);
  if (found.ok() || found.error().code != ErrorCode::kNotFound) return found;
  const std::string above = parent_of(path);
  if (above == path) return found;

  CLEW_ASSIGN(const auto parent, make_folders(files, above));
  const Status made = parent->make_folder(last_part_of(path));
  // kConflict: somebody else made it in the meantime.
  if (!made.ok() && made.error().code != ErrorCode::kConflict) return made.error();
  CLEW_TRY(parent->sync());
  return files.open_folder(path);
}

}  // namespace clew
