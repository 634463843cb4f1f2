#include "files/detached_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "files/io_error.h"
#include "files/unique_fd.h"

namespace clew {
namespace {

std::vector<char*> addresses_of(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace

Result<int> start_detached(const DetachedProgram& program) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  ::posix_spawn_file_actions_addchdir_np(&actions, "/");
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(
      &attributes,
      static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  const auto argv = addresses_of(program.argv);
  const auto environment = addresses_of(program.environment);
  pid_t pid = 0;
  const int failure =
      ::posix_spawn(&pid, argv[0], &actions, &attributes, argv.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (failure == ENOENT) {
    return make_error(ErrorCode::kNotFound, "program not found", program.argv.front());
  }
  if (failure != 0) return io_error(failure, "run the program", program.argv.front());
  return static_cast<int>(pid);
}

bool has_ended(int pid, Duration wait) {
  if (wait.ms > 0) {
    const UniqueFd end(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    pollfd watched{end.get(), POLLIN, 0};
    if (end.valid()) static_cast<void>(::poll(&watched, 1, static_cast<int>(wait.ms)));
  }
  int status = 0;
  pid_t found = 0;
  do {
    found = ::waitpid(pid, &status, WNOHANG);
  } while (found < 0 && errno == EINTR);
  return found != 0;  // nobody's child any more, too
}

}  // namespace clew
