#include "sqlite/preconditions.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace clew {
namespace {

// From linux/magic.h and the kernel's own headers, where that lacks them.
constexpr uint32_t kSharedElsewhere[] = {
    0x6969,      // NFS
    0x517b,      // SMB
    0xfe534d42,  // SMB2
    0xff534d42,  // CIFS
    0x01021997,  // 9p
    0x65735546,  // FUSE
};

Error cannot(const char* what, const std::string& path) {
  const int number = errno;
  const bool refused = number == EACCES || number == EPERM || number == EROFS;
  if (number == ENOSPC || number == EDQUOT) {
    return make_error(ErrorCode::kFailed, "the disk is full", path, "df -h");
  }
  return make_error(refused ? ErrorCode::kNotAllowed : ErrorCode::kFailed,
                    std::string("cannot ") + what + ": " + std::strerror(number), path,
                    "use --store PATH or set CLEW_STORE");
}

void sync_folder(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

}  // namespace

Status check_sqlite_version(int number) {
  if (number >= kOldestSqlite) return success();
  const std::string version = std::to_string(number / 1'000'000) + "." +
                              std::to_string(number / 1000 % 1000) + "." +
                              std::to_string(number % 1000);
  return make_error(ErrorCode::kFailed,
                    "SQLite " + version +
                        " can lose data when several processes write; clew needs 3.51.3 or newer",
                    "SQLite", "build clew with a supported version of SQLite");
}

JournalMode journal_for(uint32_t file_system_magic) {
  const bool elsewhere = std::find(std::begin(kSharedElsewhere), std::end(kSharedElsewhere),
                                   file_system_magic) != std::end(kSharedElsewhere);
  return elsewhere ? JournalMode::kRollback : JournalMode::kWal;
}

JournalMode journal_at(const std::string& path) {
  struct statfs about{};
  if (::statfs(folder_of(path).c_str(), &about) != 0) return JournalMode::kWal;
  return journal_for(static_cast<uint32_t>(about.f_type));
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

Status make_folder_for(const std::string& path) {
  const std::string folder = folder_of(path);
  if (::access(folder.c_str(), F_OK) == 0) return success();
  CLEW_TRY(make_folder_for(folder));
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return cannot("create the store's folder", folder);
  }
  sync_folder(folder_of(folder));
  return success();
}

Status make_private_file(const std::string& path) {
  const Status made = make_new_private_file(path);
  return made || made.error().code != ErrorCode::kConflict ? made : success();
}

Status make_new_private_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    if (errno == EEXIST) return make_error(ErrorCode::kConflict, "the file already exists", path);
    return cannot("create the store", path);
  }
  ::close(file);
  sync_folder(folder_of(path));
  return success();
}

Presence presence_of(const std::string& path) {
  struct stat about{};
  if (::stat(path.c_str(), &about) != 0) return Presence::kMissing;
  if (!S_ISREG(about.st_mode)) return Presence::kNoFile;
  return about.st_size == 0 ? Presence::kEmpty : Presence::kThere;
}

Status check_visible(const std::string& path) {
  struct stat about{};
  if (::stat(path.c_str(), &about) == 0 || errno != EACCES) return success();
  return make_error(ErrorCode::kNotAllowed, "the store's folder cannot be read", path,
                    "use --store PATH or set CLEW_STORE");
}

}  // namespace clew
