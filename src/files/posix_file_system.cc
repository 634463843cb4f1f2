#include "files/posix_file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <cstdlib>

#include "files/io_error.h"
#include "files/lock_holder.h"
#include "files/open_beneath.h"
#include "files/relative_path.h"
#include "files/unique_fd.h"

namespace clew {
namespace {

constexpr mode_t kPrivateFolder = 0700;
// Reading needs O_RDONLY and not O_PATH: a folder is also listed and synced through it.
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
// O_NONBLOCK: opening a named pipe by mistake must not wait for its other end.
constexpr int kReadFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

// Appending never truncates and never follows a link in the last part; creating fails when the name
// is taken.
int flags_of(OpenMode mode) {
  constexpr int kAppendFlags = O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY;
  switch (mode) {
    case OpenMode::kRead:
      return kReadFlags;
    case OpenMode::kAppend:
      return kAppendFlags;
    case OpenMode::kCreateNew:
      return kAppendFlags | O_EXCL;
  }
  return kReadFlags;
}

FileInfo info_of(const struct stat& found) {
  FileInfo info;
  info.kind = S_ISREG(found.st_mode)   ? FileKind::kFile
              : S_ISDIR(found.st_mode) ? FileKind::kFolder
              : S_ISLNK(found.st_mode) ? FileKind::kSymlink
                                       : FileKind::kOther;
  info.size = static_cast<uint64_t>(found.st_size);
  info.id = {found.st_dev, found.st_ino};
  info.modified_ns = int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec;
  info.mode = found.st_mode & 07777;
  info.owner = found.st_uid;
  info.group = found.st_gid;
  info.links = found.st_nlink;
  return info;
}

class PosixFile final : public File {
 public:
  PosixFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  const std::string& path() const override { return path_; }

  Result<FileInfo> info() override {
    struct stat found;
    if (::fstat(fd_.get(), &found) != 0) return io_error(errno, "access the file", path_);
    return info_of(found);
  }

  Result<size_t> read(uint64_t offset, std::span<char> into) override {
    const ssize_t n = retry_interrupted(
        [&] { return ::pread(fd_.get(), into.data(), into.size(), static_cast<off_t>(offset)); });
    if (n < 0) return io_error(errno, "read", path_);
    return static_cast<size_t>(n);
  }

  Result<size_t> write(BytesView bytes) override {
    const ssize_t n =
        retry_interrupted([&] { return ::write(fd_.get(), bytes.data(), bytes.size()); });
    if (n < 0) return io_error(errno, "write", path_);
    return static_cast<size_t>(n);
  }

  Status truncate(uint64_t size) override {
    if (retry_interrupted([&] { return ::ftruncate(fd_.get(), static_cast<off_t>(size)); }) != 0) {
      return io_error(errno, "truncate the file", path_);
    }
    return success();
  }

  Status set_mode(uint32_t mode) override {
    if (::fchmod(fd_.get(), static_cast<mode_t>(mode)) != 0) {
      return io_error(errno, "set the permissions of the file", path_);
    }
    return success();
  }

  Status sync(SyncKind kind) override {
    const int answer = kind == SyncKind::kAll ? ::fsync(fd_.get()) : ::fdatasync(fd_.get());
    if (answer != 0) return io_error(errno, "sync the file to disk", path_);
    return success();
  }

  Result<LockAttempt> try_lock() override {
    if (retry_interrupted([&] { return ::flock(fd_.get(), LOCK_EX | LOCK_NB); }) == 0) {
      return LockAttempt::kTaken;
    }
    if (errno == EWOULDBLOCK) return LockAttempt::kBusy;
    return io_error(errno, "lock", path_);
  }

  std::optional<int> lock_holder() override { return find_lock_holder(fd_.get()); }

 private:
  UniqueFd fd_;
  std::string path_;
};

// Anything but a regular file is refused after opening, when it can no longer be exchanged: a pipe,
// a device, a folder.
Result<std::unique_ptr<File>> regular_file(UniqueFd fd, std::string path) {
  if (!fd.valid()) return io_error(errno, "open", path);
  auto file = std::make_unique<PosixFile>(std::move(fd), std::move(path));
  CLEW_ASSIGN(const FileInfo info, file->info());
  if (info.kind != FileKind::kFile) {
    return make_error(ErrorCode::kInvalid, "cannot open: it is not a regular file", file->path());
  }
  return std::unique_ptr<File>(std::move(file));
}

// Every path is relative to the descriptor and opened beneath it. The path that is kept is for
// messages only.
class PosixFolder final : public Folder {
 public:
  PosixFolder(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  const std::string& path() const override { return path_; }

  Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override {
    CLEW_TRY(split_relative_path(path));
    return regular_file(open_beneath(fd_.get(), path, flags_of(mode)), full(path));
  }

  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override {
    CLEW_TRY(split_relative_path(path));
    UniqueFd fd = open_beneath(fd_.get(), path, kFolderFlags);
    if (!fd.valid()) return io_error(errno, "open the folder", full(path));
    return std::unique_ptr<Folder>(std::make_unique<PosixFolder>(std::move(fd), full(path)));
  }

  // Of a link itself, and beneath the folder for every part but the last.
  Result<FileInfo> info(const std::string& path) override {
    CLEW_TRY(split_relative_path(path));
    UniqueFd held;
    int at = fd_.get();
    if (path.find('/') != std::string::npos) {
      held = open_beneath(fd_.get(), parent_of(path), O_PATH | O_DIRECTORY);
      if (!held.valid()) return io_error(errno, "access it", full(path));
      at = held.get();
    }
    struct stat found;
    if (::fstatat(at, last_part_of(path).c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) {
      return io_error(errno, "access it", full(path));
    }
    return info_of(found);
  }

  Result<std::vector<std::string>> list() override {
    // A descriptor of its own: readdir moves the position of the one it is given.
    UniqueFd fd(::openat(fd_.get(), ".", kFolderFlags));
    if (!fd.valid()) return io_error(errno, "list the folder", path_);
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(fd.get()), &::closedir);
    if (!entries) return io_error(errno, "list the folder", path_);
    fd.release();
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = ::readdir(entries.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) return io_error(errno, "list the folder", path_);
    std::sort(names.begin(), names.end());
    return names;
  }

  Status make_folder(const std::string& name) override {
    CLEW_TRY(check_name(name));
    if (::mkdirat(fd_.get(), name.c_str(), kPrivateFolder) != 0) {
      return io_error(errno, "create the folder", full(name));
    }
    return success();
  }

  Result<LinkOutcome> link(const std::string& from, const std::string& to) override {
    CLEW_TRY(check_name(from));
    CLEW_TRY(check_name(to));
    if (::linkat(fd_.get(), from.c_str(), fd_.get(), to.c_str(), 0) == 0) {
      return LinkOutcome::kLinked;
    }
    switch (errno) {
      case EPERM:  // what disks without hard links answer
      case EMLINK:
      case ENOSYS:
      case EOPNOTSUPP:
      case EXDEV:
        return LinkOutcome::kNotSupported;
      default:
        return io_error(errno, "link", full(to));
    }
  }

  Status rename(const std::string& from, const std::string& to) override {
    CLEW_TRY(check_name(from));
    CLEW_TRY(check_name(to));
    if (::renameat(fd_.get(), from.c_str(), fd_.get(), to.c_str()) != 0) {
      return io_error(errno, "rename", full(to));
    }
    return success();
  }

  // Renames only when the new name is free. Where the disk has no such call a hard link does the
  // same in two steps; where it has none of both, it is refused, because a check before would not
  // be safe.
  Status rename_new(const std::string& from, const std::string& to) override {
    CLEW_TRY(check_name(from));
    CLEW_TRY(check_name(to));
    if (::renameat2(fd_.get(), from.c_str(), fd_.get(), to.c_str(), RENAME_NOREPLACE) == 0) {
      return success();
    }
    // EINVAL: the disk cannot, as over NFS. EPERM: a sandbox does not know the call.
    if (errno != EINVAL && errno != ENOSYS && errno != EPERM) {
      return io_error(errno, "rename", full(to));
    }
    CLEW_ASSIGN(const LinkOutcome linked, link(from, to));
    if (linked == LinkOutcome::kLinked) return remove(from);
    return make_error(ErrorCode::kFailed,
                      "cannot rename: this disk cannot tell whether the name is taken", full(to));
  }

  Status remove(const std::string& name) override {
    CLEW_TRY(check_name(name));
    if (::unlinkat(fd_.get(), name.c_str(), 0) != 0) return io_error(errno, "remove", full(name));
    return success();
  }

  Status sync() override {
    // EINVAL: this kind of disk has no such thing as syncing a folder.
    if (::fsync(fd_.get()) != 0 && errno != EINVAL) {
      return io_error(errno, "sync the folder to disk", path_);
    }
    return success();
  }

 private:
  std::string full(const std::string& path) const { return join_path(path_, path); }

  UniqueFd fd_;
  std::string path_;
};

// C strings end at the first NUL; a path with one would name something else.
Status check_terminated(const std::string& path) {
  if (path.find('\0') == std::string::npos) return success();
  return make_error(ErrorCode::kNotAllowed, "refused path: it contains a NUL byte", path.c_str());
}

}  // namespace

Result<std::unique_ptr<Folder>> PosixFileSystem::open_folder(const std::string& path) {
  CLEW_TRY(check_terminated(path));
  UniqueFd fd(retry_interrupted([&] { return ::open(path.c_str(), kFolderFlags); }));
  if (!fd.valid()) return io_error(errno, "open the folder", path);
  return std::unique_ptr<Folder>(std::make_unique<PosixFolder>(std::move(fd), path));
}

Result<std::unique_ptr<File>> PosixFileSystem::open_file(const std::string& path) {
  CLEW_TRY(check_terminated(path));
  return regular_file(UniqueFd(retry_interrupted([&] { return ::open(path.c_str(), kReadFlags); })),
                      path);
}

bool PosixFileSystem::has_access_list(const std::string& path) {
  return ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

Result<FileInfo> PosixFileSystem::info(const std::string& path) {
  CLEW_TRY(check_terminated(path));
  struct stat found;
  if (::stat(path.c_str(), &found) != 0) return io_error(errno, "access it", path);
  return info_of(found);
}

Result<std::string> PosixFileSystem::real_path(const std::string& path) {
  CLEW_TRY(check_terminated(path));
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), &std::free);
  if (!real) return io_error(errno, "find the folder", path);
  return std::string(real.get());
}

}  // namespace clew
