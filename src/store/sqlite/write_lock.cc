#include "store/sqlite/write_lock.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace clew {
namespace {

// Interrupts the system call of the calling thread when the time is up, and again after that: the
// first signal could come just before the call blocks. The handler does nothing; that it is there
// makes the call return EINTR.
class Interrupter {
 public:
  explicit Interrupter(Duration after) {
    struct sigaction nothing{};
    nothing.sa_handler = [](int) {};
    if (::sigaction(signal_number(), &nothing, nullptr) != 0) return;
    sigset_t only{};
    sigemptyset(&only);
    sigaddset(&only, signal_number());
    ::pthread_sigmask(SIG_UNBLOCK, &only, &mask_before_);

    struct sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = signal_number();
    event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
    armed_ = ::timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
    const struct timespec again{0, 10'000'000};
    const struct timespec first{after.ms / 1000, after.ms % 1000 * 1'000'000 + 1};
    const struct itimerspec times{again, first};
    if (armed_) ::timer_settime(timer_, 0, &times, nullptr);
  }
  ~Interrupter() {
    if (armed_) ::timer_delete(timer_);
    ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
    // The handler stays: a last signal may still be on its way, and its default would end us.
  }
  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;
  bool armed() const { return armed_; }

 private:
  static int signal_number() { return SIGRTMIN + 7; }

  sigset_t mask_before_{};
  timer_t timer_{};
  bool armed_ = false;
};

int64_t monotonic_ms() {
  struct timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// "INODE-SECONDS.NANOSECONDS", or "INODE" on a file system that keeps no birth times, and a line
// end; empty when it cannot be asked.
std::string mark_of(int folder, const char* path, int flags) {
  struct statx found{};
  const int asked = AT_SYMLINK_NOFOLLOW | flags;
  if (::statx(folder, path, asked, STATX_INO | STATX_BTIME, &found) != 0) return {};
  std::string mark = std::to_string(found.stx_ino);
  if ((found.stx_mask & STATX_BTIME) != 0 && found.stx_btime.tv_sec != 0) {
    mark += "-" + std::to_string(found.stx_btime.tv_sec) + "." +
            std::to_string(found.stx_btime.tv_nsec);
  }
  return mark + "\n";
}

Error cannot_lock(const std::string& path) {
  const int number = errno;
  const bool refused = number == EACCES || number == EPERM || number == EROFS;
  return make_error(refused ? ErrorCode::kNotAllowed : ErrorCode::kFailed,
                    refused ? "the store cannot be written"
                            : std::string("cannot lock the store: ") + std::strerror(number),
                    path, "use --store PATH or set CLEW_STORE");
}

}  // namespace

std::string mark_of_lock(const std::string& path) { return mark_of(AT_FDCWD, path.c_str(), 0); }

// First without waiting, then in flock until the deadline interrupts it. The file stays open for
// the next time.
Status WriteLock::acquire(const std::string& path, Duration deadline) {
  if (file_ < 0) {
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file_ < 0) return cannot_lock(path);
    if (const Status own = check_own(path); !own) {
      close();
      return own;
    }
  }
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return take(path);
  if (errno != EWOULDBLOCK) return cannot_lock(path);

  const int64_t give_up = monotonic_ms() + deadline.ms;
  const Interrupter interrupter(deadline);
  if (!interrupter.armed()) return cannot_lock(path);
  do {
    if (::flock(file_, LOCK_EX) == 0) return take(path);
    if (errno != EINTR) return cannot_lock(path);
  } while (monotonic_ms() < give_up);
  return make_error(ErrorCode::kConflict, "other writers held the store for too long", path,
                    "try again");
}

// Whoever owns the lock can hold it for good: they must be the user, root, or the owner of the
// store that it stands beside.
Status WriteLock::check_own(const std::string& path) const {
  struct stat found{};
  if (::fstat(file_, &found) != 0) return cannot_lock(path);
  struct stat store{};
  const std::string beside = path.substr(0, path.rfind('.'));
  const bool is_own = found.st_uid == ::geteuid() || found.st_uid == 0 ||
                      (::stat(beside.c_str(), &store) == 0 && store.st_uid == found.st_uid);
  if (is_own && S_ISREG(found.st_mode)) return success();
  return make_error(ErrorCode::kNotAllowed, "another user made the lock of the store", path,
                    "use a folder where nobody else can make files");
}

// The first who has it says where it was made, for good.
Status WriteLock::take(const std::string& path) {
  held_ = true;
  struct stat found{};
  if (::fstat(file_, &found) != 0) return cannot_lock(path);
  if (found.st_size != 0) return success();
  const std::string text = mark_of(file_, "", AT_EMPTY_PATH);
  // What could not be written is written by the next: nobody needs it to lock.
  if (::pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size())) {
    ::fdatasync(file_);
  }
  return success();
}

void WriteLock::release() {
  if (held_) ::flock(file_, LOCK_UN);
  held_ = false;
}

void WriteLock::close() {
  release();
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

}  // namespace clew
