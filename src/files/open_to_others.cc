#include "files/open_to_others.h"

#include <optional>
#include <sstream>

#include "files/accounts.h"
#include "files/proc_file.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr uint32_t kEverybodyWrites = 02;
constexpr uint32_t kGroupWrites = 020;
constexpr uint32_t kSticky = 01000;
constexpr uint32_t kNobody = 65534;

// Whether accounts have other numbers outside: then the system's own root is seen as nobody.
bool has_own_accounts() {
  std::istringstream map(read_proc_file("/proc/self/uid_map"));
  uint64_t first = 0;
  uint64_t outside = 0;
  uint64_t count = 0;
  map >> first >> outside >> count;
  constexpr uint64_t kAll = 4294967295;
  return map && (first != 0 || outside != 0 || count != kAll);
}

// In a container root and others may be seen as "nobody"; that one counts as an owner only where
// accounts are as outside.
class Others {
 public:
  Others(FileSystem& files, uint32_t user) : files_(files), user_(user) {}

  bool own(const FileInfo& info) {
    if (info.owner == user_ || info.owner == 0) return false;
    return info.owner != kNobody || !has_own_accounts();
  }
  bool may_write(const std::string& path, const FileInfo& info) {
    if ((info.mode & kEverybodyWrites) != 0) return true;
    if ((info.mode & kGroupWrites) == 0) return false;
    return are_in(info.group) || files_.has_access_list(path);
  }

 private:
  bool are_in(uint32_t group) {
    if (!accounts_) accounts_ = read_accounts(files_);
    return !is_group_of_one(*accounts_, group, user_);
  }

  FileSystem& files_;
  uint32_t user_;
  std::optional<Accounts> accounts_;  // read when a group may write
};

}  // namespace

// The first folder on the way up that somebody else could exchange: by owning it, or by writing to
// the one above it, unless that is sticky as /tmp is.
std::string folder_of_others(FileSystem& files, const std::string& folder, uint32_t user) {
  Others others(files, user);
  for (std::string at = folder;; at = parent_of(at)) {
    const auto info = files.info(at);
    if (info) {
      const bool is_sticky = (info->mode & kSticky) != 0;
      if (others.own(*info) || (!is_sticky && others.may_write(at, *info))) return at;
    } else if (info.error().code != ErrorCode::kNotFound) {
      return at;
    }
    if (at.size() <= 1) return {};
  }
}

std::string open_to_others(FileSystem& files, const std::string& folder,
                           const std::vector<std::string>& paths, uint32_t user) {
  Others others(files, user);
  for (const auto& path : paths) {
    const std::string whole = join_path(folder, path);
    const auto info = files.info(whole);
    if (!info || info->kind == FileKind::kSymlink) continue;  // a link's permissions say nothing
    if (others.own(*info) || others.may_write(whole, *info)) return whole;
  }
  return folder_of_others(files, folder, user);
}

}  // namespace clew
