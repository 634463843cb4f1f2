#include "files/folder_identity.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace clew {

std::string folder_mark(const std::string& path) {
  struct statx found{};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_TYPE | STATX_INO | STATX_BTIME, &found) != 0) {
    return {};
  }
  const bool is_known = (found.stx_mask & STATX_BTIME) != 0 && found.stx_btime.tv_sec != 0;
  if (!is_known || !S_ISDIR(found.stx_mode)) return {};
  return std::to_string(found.stx_ino) + "-" + std::to_string(found.stx_btime.tv_sec) + "." +
         std::to_string(found.stx_btime.tv_nsec);
}

}  // namespace clew
