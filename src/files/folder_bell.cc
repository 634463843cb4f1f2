#include "files/folder_bell.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace clew {
namespace {

constexpr uint32_t kEvents = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY |
                             IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR |
                             IN_DONT_FOLLOW;
// After these, not every folder is listened to any more.
constexpr uint32_t kLosing =
    IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW;
constexpr size_t kEventBuffer = 4096;
// Who writes all the time would keep us reading all the time: then it is not listened to any more.
constexpr int kMostReads = 8;

bool loses_a_folder(std::string_view events) {
  while (events.size() >= sizeof(inotify_event)) {
    inotify_event event;
    std::memcpy(&event, events.data(), sizeof event);
    if ((event.mask & kLosing) != 0) return true;
    events.remove_prefix(std::min(events.size(), sizeof event + event.len));
  }
  return false;
}

}  // namespace

std::optional<uint64_t> FolderBell::listen(const std::vector<std::string>& folders) {
  if (folders.size() > kMostFolders) return std::nullopt;
  rings();  // of those that are listened to already, some may just have been lost
  if (!fd_.valid() || folders_.size() + folders.size() > kMostFolders) start_over();
  for (const auto& folder : folders) {
    if (folders_.contains(folder)) continue;
    if (::inotify_add_watch(fd_.get(), folder.c_str(), kEvents) < 0) {
      // Before it can be there, something rings in the folder above.
      if (errno == ENOENT) continue;
      return std::nullopt;
    }
    folders_.insert(folder);
  }
  const uint64_t now = rings_;
  return rings() == now ? std::optional(now) : std::nullopt;
}

uint64_t FolderBell::rings() {
  if (!fd_.valid()) return ++rings_;
  alignas(inotify_event) char events[kEventBuffer];
  for (int i = 0; i < kMostReads; ++i) {
    const ssize_t got = ::read(fd_.get(), events, sizeof events);
    if (got < 0 && errno == EAGAIN) return rings_;
    ++rings_;
    if (got <= 0 || loses_a_folder({events, static_cast<size_t>(got)})) break;
  }
  start_over();
  return rings_;
}

void FolderBell::start_over() {
  ++rings_;
  folders_.clear();
  fd_ = UniqueFd(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
}

}  // namespace clew
