#include "files/guarded_file.h"

#include "base/hash.h"
#include "files/make_folders.h"
#include "files/relative_path.h"

namespace clew {

// The lock lies in the user's cache under a name made from the guarded path, so that nothing
// appears in a project. Without a cache it lies beside the file.
Result<FileLock> lock_file(FileSystem& files, const std::string& cache, Folder& folder,
                           const std::string& name, Machine& machine, Duration deadline) {
  if (!cache.empty()) {
    if (const auto locks = make_folders(files, cache)) {
      const std::string guarded = sha256(join_path(folder.path(), name)).hex().substr(0, 32);
      return take_lock(**locks, lock_name_of(guarded), machine, deadline);
    }
  }
  return take_lock(folder, lock_name_of(name), machine, deadline);
}

Status replace_guarded(FileSystem& files, const std::string& cache, Folder& folder,
                       const std::string& name, BytesView content, const Judge& keep_backup) {
  SystemMachine machine;
  const ReplaceRequest request{name, content, Durability::kDurable, keep_backup};
  CLEW_ASSIGN(const FileLock lock, lock_file(files, cache, folder, name, machine, kLockDeadline));
  CLEW_TRY(replace_file(folder, request, machine, lock));
  static_cast<void>(remove_leftovers(folder, name, lock));
  return success();
}

}  // namespace clew
