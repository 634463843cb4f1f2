#include "files/machine.h"

#include <signal.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "base/check.h"
#include "base/text.h"
#include "files/proc_file.h"

namespace clew {

Duration SystemMachine::uptime() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return {int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000};
}

void SystemMachine::sleep(Duration duration) {
  timespec left{duration.ms / 1000, (duration.ms % 1000) * 1'000'000};
  while (::nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

uint64_t SystemMachine::random() {
  uint64_t number = 0;
  CLEW_CHECK(::getrandom(&number, sizeof number, 0) == ssize_t{sizeof number});
  return number;
}

int SystemMachine::process_id() { return ::getpid(); }

std::optional<std::string> SystemMachine::process_name(int pid) {
  if (::kill(pid, 0) != 0 && errno == ESRCH) return std::nullopt;
  // 4711 (name) S …: the name may itself contain blanks and brackets.
  const std::string stat = read_proc_file("/proc/" + std::to_string(pid) + "/stat");
  const size_t open = stat.find('(');
  const size_t close = stat.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close + 2 >= stat.size()) {
    return "a process";
  }
  const char state = stat[close + 2];
  if (state == 'Z' || state == 'X') return std::nullopt;  // dead, its parent has not looked yet
  return visible(stat.substr(open + 1, close - open - 1));
}

}  // namespace clew
