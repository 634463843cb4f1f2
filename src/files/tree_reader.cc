#include "files/tree_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <cerrno>

#include "files/io_error.h"
#include "files/open_beneath.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr int64_t kClockResolution = 50'000'000;  // ns; a tick of the kernel is at most 10 ms

int64_t nanoseconds(const struct timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileStamp stamp_of(const struct stat& found) {
  return {static_cast<uint64_t>(found.st_size), found.st_ino, nanoseconds(found.st_mtim),
          nanoseconds(found.st_ctim)};
}

// A file whose times are this close to the present may be changed again without another time, so
// its stamp is not to be trusted.
bool is_settled(const FileStamp& stamp, int64_t now_ns) {
  return stamp.changed_ns + kClockResolution < now_ns &&
         stamp.modified_ns + kClockResolution < now_ns;
}

// Fewer bytes than asked for: the end.
std::optional<size_t> read_up_to(int fd, char* into, size_t most) {
  size_t had = 0;
  while (had < most) {
    const ssize_t n = retry_interrupted([&] { return ::read(fd, into + had, most - had); });
    if (n < 0) return std::nullopt;
    if (n == 0) break;
    had += static_cast<size_t>(n);
  }
  return had;
}

}  // namespace

Result<TreeReader> TreeReader::open(const std::string& root) {
  UniqueFd fd(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return io_error(errno, "open the folder", root);
  return TreeReader(std::move(fd));
}

// Null for anything but a regular file.
std::optional<FileStamp> TreeReader::stamp(const std::string& path) const {
  struct stat found{};
  if (::fstatat(root_.get(), path.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  if (!S_ISREG(found.st_mode)) return std::nullopt;
  return stamp_of(found);
}

// An empty stamp comes with content that changed while it was read, or that may still change
// without showing: nobody will find it equal to a later one.
std::optional<StampedFile> TreeReader::read(const std::string& path, uint64_t limit) const {
  if (!split_relative_path(path)) return std::nullopt;
  struct timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const UniqueFd fd = open_beneath(root_.get(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  struct stat found{};
  if (!fd.valid() || ::fstat(fd.get(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  StampedFile file{stamp_of(found), {}};
  file.too_large = file.stamp.size > limit;
  if (!file.too_large) {
    // One byte more than it seems to hold, so that growth since then is noticed.
    file.content.resize(static_cast<size_t>(file.stamp.size) + 1);
    const auto had = read_up_to(fd.get(), file.content.data(), file.content.size());
    if (!had || ::fstat(fd.get(), &found) != 0) return std::nullopt;
    file.content.resize(std::min<size_t>(*had, limit));
  }
  const bool stayed = file.stamp == stamp_of(found);
  if (!stayed || !is_settled(file.stamp, nanoseconds(now))) file.stamp = {};
  return file;
}

}  // namespace clew
