#include "view/foreign_lock.h"

#include "files/real_folder.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr Duration kForeignDeadline = seconds(2);

}  // namespace

// First the lock of the session as a whole, then those on each of its files.
Status ForeignLock::take(Context& context, const FoundSession& found) {
  // Seen from its own folder a session has no name, and the lock stands beside its files.
  const ViewLock habit = found.dialect->lock_of(found.location.entry);
  if (habit.habit != LockHabit::kPidFile) return success();
  const std::string primary = join_path(found.folder, found.location.files.front());
  CLEW_ASSIGN(folder_, open_real_folder(context.files(), parent_of(primary)));
  CLEW_ASSIGN(PidLock lock,
              take_pid_lock(*folder_, last_part_of(habit.path), machine_, kForeignDeadline));
  lock_.emplace(std::move(lock));
  CLEW_ASSIGN(const auto top, open_real_folder(context.files(), found.folder));
  for (const auto& path : found.location.files) {
    CLEW_ASSIGN(auto own, take_lock_on(*top, path, machine_, kForeignDeadline));
    if (own) own_.push_back(std::move(*own));
  }
  return success();
}

}  // namespace clew
