#include "files/read_tail.h"

#include <algorithm>

namespace clew {

std::string read_file_tail(FileSystem& files, const std::string& path, uint64_t most) {
  const auto file = files.open_file(path);
  if (!file) return {};
  const auto info = (*file)->info();
  if (!info) return {};
  const uint64_t size = info->size;
  uint64_t at = size - std::min(size, most);
  std::string tail;
  char buffer[65536];
  while (tail.size() < most) {
    const auto got =
        (*file)->read(at, {buffer, std::min<size_t>(sizeof buffer, most - tail.size())});
    if (!got || *got == 0) break;
    tail.append(buffer, *got);
    at += *got;
  }
  return tail;
}

}  // namespace clew
