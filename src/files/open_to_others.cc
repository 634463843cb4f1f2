#include "files/open_to_others.h"

#include <optional>

#include "files/accounts.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr uint32_t kEverybodyWrites = 02;
constexpr uint32_t kGroupWrites = 020;
constexpr uint32_t kSticky = 01000;
constexpr uint32_t kNobodyHere = 65534;  // the system's root, seen from within a container

class Others {
 public:
  Others(FileSystem& files, uint32_t user) : files_(files), user_(user) {}

  bool own(const FileInfo& info) const {
    return info.owner != user_ && info.owner != 0 && info.owner != kNobodyHere;
  }
  bool may_write(const FileInfo& info) {
    return (info.mode & kEverybodyWrites) != 0 ||
           ((info.mode & kGroupWrites) != 0 && are_in(info.group));
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

std::string folder_of_others(FileSystem& files, const std::string& folder, uint32_t user) {
  Others others(files, user);
  for (std::string at = folder;; at = parent_of(at)) {
    const auto info = files.info(at);
    if (info) {
      const bool is_sticky = (info->mode & kSticky) != 0;
      if (others.own(*info) || (!is_sticky && others.may_write(*info))) return at;
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
    if (others.own(*info) || others.may_write(*info)) return whole;
  }
  return folder_of_others(files, folder, user);
}

}  // namespace clew
