#include "files/supervised_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>

#include <cerrno>
#include <cstdlib>

// Everything that runs after a fork takes no memory and no lock of the library: other threads of
// ours may have held one at that moment.

namespace clew {
namespace {

// Only calls that are safe after a fork are made below: no allocation, no lock, no exceptions.
constexpr int kGraceMs = 1000;  // between asking the program to end and ending it
constexpr int kTickMs = 10;

struct PipeEnds {
  UniqueFd read;
  UniqueFd write;
};

int make_ends(PipeEnds& ends) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return errno;
  ends.read = UniqueFd(fds[0]);
  ends.write = UniqueFd(fds[1]);
  return 0;
}

void sleep_a_tick() {
  const timespec tick{0, kTickMs * 1'000'000L};
  ::nanosleep(&tick, nullptr);
}

// In the child: becomes the program, or tells why not.
// The failure's number goes through the report pipe; when exec succeeds the pipe closes by itself,
// which says so.
[[noreturn]] void become_program(const ProgramStart& start, pid_t keeper, int report) {
  // Should somebody end the keeper too, nobody is left to do it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(127);
  const bool placed = (start.folder < 0 || ::fchdir(start.folder) == 0) &&
                      ::dup2(start.output, 1) == 1 && ::dup2(start.errors, 2) == 2;
  if (placed) {
    struct sigaction ordinary{};
    ordinary.sa_handler = SIG_DFL;
    ::sigaction(SIGPIPE, &ordinary, nullptr);
    ::sigprocmask(SIG_SETMASK, &start.mask, nullptr);
    ::execvpe(start.arguments[0], start.arguments, start.variables);
  }
  const int failure = errno;
  static_cast<void>(!::write(report, &failure, sizeof failure));
  ::_exit(127);
}

// In the keeper: ends as the program did, without a second core file.
[[noreturn]] void end_like(int status) {
  if (WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  struct sigaction ordinary{};
  ordinary.sa_handler = SIG_DFL;
  ::sigaction(signal, &ordinary, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  ::sigprocmask(SIG_UNBLOCK, &only, nullptr);
  ::kill(::getpid(), signal);
  ::_exit(128 + signal);
}

// Sends to every child there is now; the kernel lists them, "12 34 ". False: it does not.
bool send_to_children(int signal) {
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return false;
  char text[4096];
  const ssize_t size = ::read(list, text, sizeof text);
  ::close(list);
  pid_t pid = 0;
  for (ssize_t i = 0; i < size; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      pid = pid * 10 + (text[i] - '0');
    } else {
      if (pid > 0) ::kill(pid, signal);
      pid = 0;
    }
  }
  return true;
}

// We are alone: asks the program to end, so that it can put away what it was at; then there is no
// asking any more. What loses its parent becomes ours, and has its turn.
[[noreturn]] void end_all(pid_t program) {
  ::kill(program, SIGTERM);
  ::kill(program, SIGCONT);
  for (int waited = 0; waited < kGraceMs; waited += kTickMs) {
    if (::waitpid(program, nullptr, WNOHANG) != 0) break;
    sleep_a_tick();
  }
  ::kill(program, SIGKILL);
  while (send_to_children(SIGKILL)) {
    pid_t ended = 0;
    do {
      ended = ::waitpid(-1, nullptr, WNOHANG);
    } while (ended > 0);
    if (ended < 0) break;
    sleep_a_tick();
  }
  ::_exit(0);
}

// Waits for three things: the other end of the life pipe closing, which means that whoever started
// it is gone; signals; and children that ended. When the program ends, the keeper ends in the same
// way.
[[noreturn]] void keep(pid_t program, int life, int signals) {
  while (true) {
    pollfd news[2] = {
        {life,    POLLIN, 0},
        {signals, POLLIN, 0}
    };
    ::poll(news, 2, -1);
    if (news[0].revents != 0) end_all(program);
    signalfd_siginfo info;
    while (::read(signals, &info, sizeof info) == ssize_t{sizeof info}) {
      const int signal = static_cast<int>(info.ssi_signo);
      if (signal == SIGTERM || signal == SIGHUP) ::kill(program, signal);
    }
    int status = 0;
    for (pid_t ended = 1; ended > 0;) {
      ended = ::waitpid(-1, &status, WNOHANG);
      if (ended == program) end_like(status);
    }
  }
}

// In the keeper: starts the program, and keeps it.
// As a subreaper it becomes the parent of whatever loses its own below it, so that nothing the
// program started can get away.
[[noreturn]] void start_and_keep(const ProgramStart& start, PipeEnds& life, PipeEnds& report) {
  life.write.reset();
  report.read.reset();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_NAME, "clew-keeper");
  sigset_t heard;
  sigemptyset(&heard);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&heard, signal);
  ::sigprocmask(SIG_BLOCK, &heard, nullptr);
  const int signals = ::signalfd(-1, &heard, SFD_NONBLOCK | SFD_CLOEXEC);
  const pid_t self = ::getpid();
  const pid_t program = signals < 0 ? -1 : ::fork();
  if (program == 0) become_program(start, self, report.write.get());
  if (program < 0) {
    const int failure = errno;
    static_cast<void>(!::write(report.write.get(), &failure, sizeof failure));
    ::_exit(127);
  }
  report.write.reset();
  // Whoever reads what the program prints waits for its end of the pipes, not for ours.
  ::close(start.output);
  ::close(start.errors);
  keep(program, life.read.get(), signals);
}

}  // namespace

// Returns when the program runs, or with the number of the error that kept it from running. The
// life pipe stays open as long as this process lives, in whatever way it ends.
int start_kept(const ProgramStart& start, KeptProgram& kept) {
  PipeEnds life;
  PipeEnds report;
  if (const int failure = make_ends(life); failure != 0) return failure;
  if (const int failure = make_ends(report); failure != 0) return failure;
  kept.keeper = ::fork();
  if (kept.keeper < 0) return errno;
  if (kept.keeper == 0) start_and_keep(start, life, report);
  report.write.reset();
  int failure = 0;
  const ssize_t size =
      retry_interrupted([&] { return ::read(report.read.get(), &failure, sizeof failure); });
  if (size == ssize_t{sizeof failure}) {
    life.write.reset();
    retry_interrupted([&] { return ::waitpid(kept.keeper, nullptr, 0); });
    return failure;
  }
  kept.life = std::move(life.write);
  return 0;
}

}  // namespace clew
