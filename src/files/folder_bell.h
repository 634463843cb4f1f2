#pragma once
// Rings when something happens in one of a set of folders: a name that comes, goes or changes, or a
// file whose content or attributes do. What happens on this machine has rung before whoever did it
// goes on. What happens elsewhere (a network's disk, another hard link of a file, a mount) may not
// ring at all: silence is no proof for long.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "files/unique_fd.h"

namespace clew {

class FolderBell {
 public:
  // From here on, as long as rings() answers this number, nothing has happened in these folders.
  // Those that are not there need not be listened to. Nothing when another one cannot be, or when
  // it rang just now.
  std::optional<uint64_t> listen(const std::vector<std::string>& folders);
  // Another number whenever it has rung since the last time.
  uint64_t rings();

 private:
  static constexpr size_t kMostFolders = 512;

  void start_over();

  UniqueFd fd_;
  std::set<std::string> folders_;
  uint64_t rings_ = 1;
};

}  // namespace clew
