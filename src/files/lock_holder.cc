#include "files/lock_holder.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cstdio>
#include <string>

#include "files/proc_file.h"

namespace clew {

// A line of /proc/locks: 12: FLOCK  ADVISORY  WRITE 4711 fe:01:1054321 0 EOF
std::optional<int> find_lock_holder(int fd) {
  struct stat file;
  if (::fstat(fd, &file) != 0) return std::nullopt;
  const std::string locks = read_proc_file("/proc/locks");
  std::optional<int> likely;
  for (size_t start = 0; start < locks.size(); start = locks.find('\n', start) + 1) {
    int pid = 0;
    unsigned device_major = 0;
    unsigned device_minor = 0;
    unsigned long inode = 0;
    const int read = std::sscanf(locks.c_str() + start, "%*d: FLOCK %*s %*s %d %x:%x:%lu", &pid,
                                 &device_major, &device_minor, &inode);
    if (read != 4 || pid <= 0 || inode != file.st_ino) continue;
    if (makedev(device_major, device_minor) == file.st_dev) return pid;
    // Disks with subvolumes tell stat another device than the table of locks.
    if (!likely) likely = pid;
  }
  return likely;
}

}  // namespace clew
