#include "files/file_lock.h"

#include "files/relative_path.h"

namespace clew {
namespace {

// Somebody may have cleaned the folder between our open and our lock (git clean does): then we hold
// a lock that nobody else will ever see.
Result<LockAttempt> still_in_location(Folder& folder, const std::string& name, File& file) {
  CLEW_ASSIGN(const FileInfo ours, file.info());
  const auto there = folder.info(name);
  if (!there.ok() && there.error().code != ErrorCode::kNotFound) return there.error();
  return there.ok() && there->id == ours.id ? LockAttempt::kTaken : LockAttempt::kBusy;
}

}  // namespace

std::string lock_name_of(const std::string& name) { return "." + name + ".clew-lock"; }

// flock on the lock file. After taking it, the name is looked up again: a lock on a file that was
// removed meanwhile guards nothing.
Result<FileLock> take_lock(Folder& folder, const std::string& lock_name, Machine& machine,
                           Duration deadline) {
  Backoff backoff(machine, deadline);
  while (true) {
    CLEW_ASSIGN(auto file, folder.open(lock_name, OpenMode::kAppend));
    CLEW_ASSIGN(LockAttempt attempt, file->try_lock());
    if (attempt == LockAttempt::kTaken) {
      CLEW_ASSIGN(attempt, still_in_location(folder, lock_name, *file));
    }
    if (attempt == LockAttempt::kTaken) return FileLock(std::move(file));
    if (backoff.wait() == Backoff::Verdict::kTimeIsUp) {
      return held_by_another(join_path(folder.path(), lock_name), file->lock_holder(), machine,
                             deadline);
    }
  }
}

// Nothing when the file is not there or cannot be locked: this lock is a courtesy to programs that
// look for it.
Result<std::optional<FileLock>> take_lock_on(Folder& folder, const std::string& name,
                                             Machine& machine, Duration deadline) {
  Backoff backoff(machine, deadline);
  while (true) {
    auto file = folder.open(name, OpenMode::kRead);
    if (!file) return std::optional<FileLock>();
    const auto attempt = (*file)->try_lock();
    if (!attempt) return std::optional<FileLock>();
    if (*attempt == LockAttempt::kTaken) {
      CLEW_ASSIGN(const LockAttempt kept, still_in_location(folder, name, **file));
      if (kept == LockAttempt::kTaken) return std::optional(FileLock(std::move(*file)));
    }
    if (backoff.wait() == Backoff::Verdict::kTimeIsUp) {
      return held_by_another(join_path(folder.path(), name), (*file)->lock_holder(), machine,
                             deadline);
    }
  }
}

// Names the process, if the kernel tells, and the command that shows more.
Error held_by_another(const std::string& path, std::optional<int> pid, Machine& machine,
                      Duration waited) {
  std::string who = "another process";
  std::string next = "fuser -v " + path;
  if (pid) {
    const std::string number = std::to_string(*pid);
    who = machine.process_name(*pid).value_or("a process") + " (process " + number + ")";
    next = "ps -p " + number;
  }
  const std::string time =
      waited < seconds(1) ? std::to_string(waited.ms) + " ms" : to_words(waited);
  return make_error(
      ErrorCode::kConflict,
      "locked by " + who + "; gave up after waiting " + time + ", try again when it is done", path,
      next);
}

}  // namespace clew
