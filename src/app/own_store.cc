#include "app/own_store.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "store/sqlite/write_lock.h"

namespace clew {
namespace {

constexpr uint32_t kOthersAnything = 077;
constexpr uint32_t kOthersWrite = 022;

// Whether a store's lock (store/sqlite/write_lock.h) was made where it is, and not copied, cloned
// or unpacked.
bool is_made_here(FileSystem& files, const std::string& lock) {
  constexpr uint64_t kLongest = 64;
  const auto text = read_whole_file(files, lock, kLongest);
  const std::string mark = mark_of_lock(lock);
  return text && !mark.empty() && *text == mark;
}

}  // namespace

std::string reason_against_store_in(FileSystem& files, const std::string& folder, uint32_t user,
                                    HomeOwnership home) {
  const uint32_t refused = home == HomeOwnership::kOfPerson ? kOthersWrite : kOthersAnything;
  bool is_there = false;
  for (const char* name : {"", "store.db", "store.db-wal", "store.db-shm", "store.db.lock"}) {
    const std::string path = *name == '\0' ? folder : join_path(folder, name);
    const auto info = files.info(path);
    if (!info) continue;
    is_there = is_there || *name != '\0';
    if (info->owner != user) return fmt::format("{} belongs to user {}", path, info->owner);
    if ((info->mode & refused) != 0) {
      return fmt::format("others can {} {} ({:04o}): chmod -R go= {}",
                         home == HomeOwnership::kOfPerson ? "write" : "access", path, info->mode,
                         shell_word(folder));
    }
  }
  if (home == HomeOwnership::kOfPerson || !is_there) return {};
  if (is_made_here(files, join_path(folder, "store.db.lock"))) return {};
  return fmt::format("it lies inside this project, and {} was not made here",
                     join_path(folder, "store.db"));
}

bool is_absent_or_private(FileSystem& files, const std::string& folder, uint32_t user) {
  const auto info = files.info(folder);
  if (!info) return info.error().code == ErrorCode::kNotFound;
  return info->owner == user && (info->mode & kOthersAnything) == 0;
}

}  // namespace clew
