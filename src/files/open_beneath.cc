#include "files/open_beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cstdint>

namespace clew {
namespace {

constexpr mode_t kPrivateFile = 0600;
// The kernel gives up with EAGAIN when a rename elsewhere raced with its walk.
constexpr int kRaceRetries = 32;

UniqueFd open_part(int folder, const std::string& part, int flags) {
  const int fd = retry_interrupted(
      [&] { return ::openat(folder, part.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, kPrivateFile); });
  if (fd < 0 && errno == ENOTDIR) {
    // With O_DIRECTORY a symbolic link is "not a directory"; say what it really is.
    struct stat found;
    const bool is_link =
        ::fstatat(folder, part.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode);
    errno = is_link ? ELOOP : ENOTDIR;
  }
  return UniqueFd(fd);
}

}  // namespace

// RESOLVE_BENEATH refuses ".." and absolute links out of the folder, RESOLVE_NO_SYMLINKS any link
// on the way.
UniqueFd open_beneath(int folder, const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.mode = (flags & O_CREAT) != 0 ? kPrivateFile : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  for (int attempt = 0; attempt < kRaceRetries; ++attempt) {
    const auto fd = retry_interrupted(
        [&] { return ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how); });
    if (fd >= 0) return UniqueFd(static_cast<int>(fd));
    // Sandboxes that do not know the call answer EPERM instead of ENOSYS.
    if (errno == ENOSYS || errno == EPERM) return open_beneath_by_steps(folder, path, flags);
    if (errno != EAGAIN) break;
  }
  return {};
}

// The same by hand: each folder on the way is opened from the one above it, without following
// links.
UniqueFd open_beneath_by_steps(int folder, const std::string& path, int flags) {
  UniqueFd held;
  int at = folder;
  size_t start = 0;
  for (size_t slash; (slash = path.find('/', start)) != std::string::npos; start = slash + 1) {
    UniqueFd next = open_part(at, path.substr(start, slash - start), O_PATH | O_DIRECTORY);
    if (!next.valid()) return next;
    held = std::move(next);
    at = held.get();
  }
  return open_part(at, path.substr(start), flags);
}

}  // namespace clew
