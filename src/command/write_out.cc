#include "command/write_out.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/agreement.h"
#include "files/file_lock.h"
#include "files/machine.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "files/replace_file.h"

namespace clew {

std::string caller_path(const Workspace& workspace, const std::string& path) {
  return !path.empty() && path[0] == '/' ? path : join_path(workspace.surroundings().cwd, path);
}

std::string damaged_name(const std::string& name, Time now) {
  std::string stamp = to_iso(now).substr(0, 19);
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  std::replace(stamp.begin(), stamp.end(), 'T', '-');
  return name + ".damaged-" + stamp;
}

Result<std::string> keep_damaged(Folder& folder, const std::string& name, BytesView text,
                                 Time now) {
  constexpr int kMostNames = 1000;
  const std::string first = damaged_name(name, now);
  for (int number = 1;; ++number) {
    const std::string aside = number == 1 ? first : fmt::format("{}-{}", first, number);
    const auto copy = folder.open(aside, OpenMode::kCreateNew);
    if (!copy && copy.error().code == ErrorCode::kConflict && number < kMostNames) {
      const auto kept = read_whole_file(folder, aside);
      if (kept && *kept == text) return aside;
      continue;
    }
    if (!copy) return copy.error();
    CLEW_TRY(write_all(**copy, text));
    CLEW_TRY((*copy)->sync(SyncKind::kData));
    return aside;
  }
}

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
