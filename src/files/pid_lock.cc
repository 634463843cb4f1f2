
#include "files/pid_lock.h"

#include <charconv>
#include <optional>

#include "files/relative_path.h"
#include "files/temporary_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kContentLimit = 4096;
// Whoever creates a lock writes its number within moments. One that is blank for longer was left by
// a power cut, which kept the name and lost the bytes.
constexpr int64_t kOldNs = 10'000'000'000;

// A number and blanks behind it, and nothing else: anything else is not understood and is nobody's
// lock to take.
std::optional<int> parse_pid(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  int pid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (error != std::errc() || end != text.data() + text.size() || pid <= 0) return std::nullopt;
  return pid;
}

// What a lock file says of who holds it.
struct Holder {
  std::optional<int> pid;  // nothing when the file holds anything else
  bool is_blank = false;   // it holds nothing, or zeroes, as where bytes were lost
};

bool has_lost_bytes(std::string_view text) { return text.empty() || text.find('\0') != text.npos; }

// Nothing when the lock is free by now.
Result<std::optional<Holder>> find_holder(Folder& folder, const std::string& name) {
  const auto text = read_whole_file(folder, name, kContentLimit);
  if (text.ok()) return std::optional(Holder{parse_pid(*text), has_lost_bytes(*text)});
  if (text.error().code == ErrorCode::kNotFound) return std::optional<Holder>();
  if (text.error().code == ErrorCode::kInvalid) return std::optional(Holder{});
  return text.error();
}

std::string own_number(Machine& machine) { return std::to_string(machine.process_id()) + "\n"; }

// The number is written before the name appears, so that nobody ever reads an empty lock of ours.
// The temporary file is linked to the lock's name, which fails when the name is taken. Where there
// are no hard links it is created under its name, and there is a moment in which it is empty.
Result<FileId> create(Folder& folder, const std::string& name, Machine& machine) {
  const std::string content = own_number(machine);
  const std::string chosen = temporary_name_of(name, machine);
  CLEW_ASSIGN(auto file, folder.open(chosen, OpenMode::kCreateNew));
  const TemporaryFile temporary(folder, chosen);
  CLEW_TRY(write_all(*file, content));
  CLEW_ASSIGN(const LinkOutcome linked, folder.link(chosen, name));
  if (linked == LinkOutcome::kNotSupported) {
    CLEW_ASSIGN(file, folder.open(name, OpenMode::kCreateNew));
    CLEW_TRY(write_all(*file, content));
  }
  CLEW_ASSIGN(const FileInfo info, file->info());
  return info.id;
}

// By the clock that the lock's own time is from: a file made just now.
Result<bool> is_old(Folder& folder, const std::string& name, Machine& machine) {
  CLEW_ASSIGN(const FileInfo lock, folder.info(name));
  const std::string chosen = temporary_name_of(name, machine);
  CLEW_ASSIGN(auto file, folder.open(chosen, OpenMode::kCreateNew));
  const TemporaryFile temporary(folder, chosen);
  CLEW_TRY(write_all(*file, own_number(machine)));
  CLEW_ASSIGN(const FileInfo fresh, file->info());
  return fresh.modified_ns - lock.modified_ns > kOldNs;
}

// A process whose number was given to another one counts as there; its lock is then left to a
// person.
bool is_gone(Folder& folder, const std::string& name, const Holder& holder, Machine& machine) {
  if (holder.is_blank) return is_old(folder, name, machine).value_or(false);
  return holder.pid && !machine.process_name(*holder.pid);
}

enum class Removal { kDone, kLeftToOthers };

// Under a real lock on the stale file itself: of two who saw it only one still finds it in its
// place, and none removes the fresh one that the other has created since. So it takes no file
// besides.
Result<Removal> remove_stale(Folder& folder, const std::string& name, Machine& machine) {
  const auto stale = folder.open(name, OpenMode::kRead);
  if (!stale && stale.error().code == ErrorCode::kNotFound) return Removal::kDone;
  if (!stale) return stale.error();
  CLEW_ASSIGN(const LockAttempt attempt, (*stale)->try_lock());
  if (attempt != LockAttempt::kTaken) return Removal::kLeftToOthers;
  CLEW_ASSIGN(const FileInfo ours, (*stale)->info());
  const auto there = folder.info(name);
  if (!there.ok() || there->id != ours.id) return Removal::kDone;
  CLEW_ASSIGN(const auto holder, find_holder(folder, name));
  if (!holder || !is_gone(folder, name, *holder, machine)) return Removal::kDone;
  CLEW_TRY(folder.remove(name));
  return Removal::kDone;
}

// What processes left that were killed while they created the lock.
void remove_killed(Folder& folder, const std::string& name, Machine& machine) {
  const auto names = folder.list();
  if (!names) return;
  for (const std::string& each : *names) {
    if (!is_temporary_name_of(name, each)) continue;
    const auto holder = find_holder(folder, each);
    if (!holder || !*holder || !is_gone(folder, each, **holder, machine)) continue;
    // A process of another machine seems to be gone, and is done with it in a moment.
    if (is_old(folder, each, machine).value_or(false)) static_cast<void>(folder.remove(each));
  }
}

}  // namespace

// Only the very file that was created is removed: a lock that somebody took over is theirs.
PidLock::~PidLock() {
  if (name_.empty()) return;
  const auto there = folder_->info(name_);
  if (there.ok() && there->id == id_) static_cast<void>(folder_->remove(name_));
}

// Tries, looks who holds it, removes what is stale, and waits with growing pauses until the
// deadline. The error names the process.
Result<PidLock> take_pid_lock(Folder& folder, const std::string& name, Machine& machine,
                              Duration deadline) {
  CLEW_TRY(check_name(name));
  Backoff backoff(machine, deadline);
  while (true) {
    const auto created = create(folder, name, machine);
    if (created.ok()) {
      PidLock lock(folder, name, *created);
      remove_killed(folder, name, machine);
      return lock;
    }
    if (created.error().code != ErrorCode::kConflict) return created.error();

    CLEW_ASSIGN(const auto holder, find_holder(folder, name));
    if (!holder) continue;
    if (is_gone(folder, name, *holder, machine)) {
      CLEW_ASSIGN(const Removal removal, remove_stale(folder, name, machine));
      if (removal == Removal::kDone) continue;
    }
    if (backoff.wait() == Backoff::Verdict::kTimeIsUp) {
      return held_by_another(join_path(folder.path(), name), holder->pid, machine, deadline);
    }
  }
}

}  // namespace clew
