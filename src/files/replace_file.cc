#include "files/replace_file.h"

#include <optional>

#include "files/relative_path.h"
#include "files/temporary_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

// What stands under a name now; nothing when the name is free.
Result<std::optional<FileInfo>> look_at(Folder& folder, const std::string& name) {
  const auto info = folder.info(name);
  if (info.ok()) return std::optional(*info);
  if (info.error().code == ErrorCode::kNotFound) return std::optional<FileInfo>();
  return info.error();
}

uint32_t mode_of(const std::optional<FileInfo>& there) {
  return there ? mode_after(*there) : kNewFileMode;
}

// A second name for the present file; a synced copy where the disk has no hard links.
Result<TemporaryFile> second_name(Folder& folder, const ReplaceRequest& request, BytesView present,
                                  const FileInfo& judged, Machine& machine) {
  const std::string chosen = temporary_name_of(request.name, machine);
  CLEW_ASSIGN(const LinkOutcome linked, folder.link(request.name, chosen));
  if (linked == LinkOutcome::kNotSupported) {
    return write_temporary_file(folder, backup_name_of(request.name), present, SyncKind::kAll,
                                machine, mode_of(judged));
  }
  TemporaryFile second(folder, chosen);
  CLEW_ASSIGN(const FileInfo info, folder.info(chosen));
  if (info.id != judged.id) {
    return make_error(ErrorCode::kConflict,
                      "another program changed the file while it was being replaced",
                      join_path(folder.path(), request.name));
  }
  return second;
}

// The backup is made before the new file is renamed into place, so that at every moment either the
// old file or its backup stands under a known name.
Result<BackupOutcome> keep_backup(Folder& folder, const ReplaceRequest& request,
                                  const std::optional<FileInfo>& there, Machine& machine) {
  if (!request.is_valid) return BackupOutcome::kNotAsked;
  if (!there) return BackupOutcome::kNothingThere;

  CLEW_ASSIGN(const auto file, folder.open(request.name, OpenMode::kRead));
  CLEW_ASSIGN(const Bytes present, read_whole(*file));
  if (!request.is_valid(present)) return BackupOutcome::kPresentDamaged;
  CLEW_ASSIGN(const FileInfo info, file->info());

  // A replace that was interrupted half-way has made this backup already. Renaming one of two names
  // of a file onto the other does nothing and would leave the temporary name behind.
  const std::string backup = backup_name_of(request.name);
  CLEW_ASSIGN(const auto old_backup, look_at(folder, backup));
  if (old_backup && old_backup->id == info.id) return BackupOutcome::kMade;

  // Another program may have written the file and never synced it; it must not replace a backup
  // that is safely on disk before it is so itself.
  if (request.durability == Durability::kDurable) CLEW_TRY(file->sync(SyncKind::kAll));
  CLEW_ASSIGN(auto second, second_name(folder, request, present, info, machine));
  CLEW_TRY(second.rename_to(backup));
  return BackupOutcome::kMade;
}

}  // namespace

std::string backup_name_of(const std::string& name) { return name + ".bak"; }

Result<BackupOutcome> replace_file(Folder& folder, const ReplaceRequest& request, Machine& machine,
                                   Duration deadline) {
  CLEW_TRY(check_name(request.name));
  CLEW_ASSIGN(const FileLock lock,
              take_lock(folder, lock_name_of(request.name), machine, deadline));
  return replace_file(folder, request, machine, lock);
}

// The steps, each of which leaves a state that can be read: write and sync a temporary file, make
// the backup, rename, sync the folder. A link or anything but a regular file in the place is
// refused.
Result<BackupOutcome> replace_file(Folder& folder, const ReplaceRequest& request, Machine& machine,
                                   const FileLock&) {
  CLEW_TRY(check_name(request.name));
  CLEW_ASSIGN(const auto there, look_at(folder, request.name));
  if (there && there->kind != FileKind::kFile) {
    return make_error(ErrorCode::kNotAllowed,
                      there->kind == FileKind::kSymlink
                          ? "refused to replace: it is a symbolic link"
                          : "refused to replace: it is not a regular file",
                      join_path(folder.path(), request.name));
  }

  const bool durable = request.durability == Durability::kDurable;
  CLEW_ASSIGN(auto next, write_temporary_file(folder, request.name, request.content,
                                              durable ? SyncKind::kAll : SyncKind::kData, machine,
                                              mode_of(there)));
  CLEW_ASSIGN(const BackupOutcome backup, keep_backup(folder, request, there, machine));
  CLEW_TRY(next.rename_to(request.name));
  if (durable) CLEW_TRY(folder.sync());
  return backup;
}

// Only under the lock: a temporary file of somebody at work has the same kind of name.
Status remove_leftovers(Folder& folder, const std::string& name, const FileLock&) {
  CLEW_ASSIGN(const auto names, folder.list());
  for (const std::string& candidate : names) {
    if (is_temporary_name_of(name, candidate) ||
        is_temporary_name_of(backup_name_of(name), candidate)) {
      CLEW_TRY(folder.remove(candidate));
    }
  }
  return success();
}

}  // namespace clew
