#include "files/supervised_process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <filesystem>

#include "files/run_process.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

ProcessRequest kept_shell(const TempFolder& temp, const std::string& script) {
  ProcessRequest request;
  request.argv = {"/bin/sh", "-c", script};
  request.folder = temp.path();
  request.input = Input::kInherit;
  return request;
}

template <class Question>
bool comes_true(Question question) {
  for (int i = 0; i < 500; ++i) {
    if (question()) return true;
    ::usleep(10'000);
  }
  return false;
}

bool is_gone(const std::string& pid_file) {
  const int pid = std::stoi(read_text(pid_file));
  return ::kill(pid, 0) != 0 && errno == ESRCH;
}

// Runs the program in a process of its own, and ends that without warning once `begun` is there.
void kill_who_runs(const ProcessRequest& request, const std::string& begun) {
  const pid_t runner = ::fork();
  if (runner == 0) {
    const auto ran = run_process(request);
    ::_exit(ran.ok() ? 0 : 1);
  }
  REQUIRE(comes_true([&] { return std::filesystem::exists(begun); }));
  ::kill(runner, SIGKILL);
  ::waitpid(runner, nullptr, 0);
}

}  // namespace

TEST_CASE("a kept program ends as it does, and tells it") {
  TempFolder temp;
  const auto exited = run_process(kept_shell(temp, "echo out; echo err >&2; pwd; exit 3"));
  REQUIRE(exited.ok());
  CHECK(exited->end == ProcessEnd(Exited{3}));
  CHECK(exited->output.text() == "out\n" + temp.path() + "\n");
  CHECK(exited->errors.text() == "err\n");
  for (const int signal : {SIGKILL, SIGSEGV, SIGTERM}) {
    const auto ended = run_process(kept_shell(temp, "kill -" + std::to_string(signal) + " $$"));
    REQUIRE(ended.ok());
    CHECK(ended->end == ProcessEnd(Signalled{signal}));
  }
  ProcessRequest missing = kept_shell(temp, "");
  missing.argv = {"clew-no-such-program"};
  CHECK(run_process(missing).error().code == ErrorCode::kNotFound);
  missing.argv = {"/etc/passwd"};
  CHECK(run_process(missing).error().code == ErrorCode::kNotAllowed);
}

TEST_CASE("what a kept program leaves running goes on while we are there") {
  TempFolder temp;
  const auto ran = run_process(
      kept_shell(temp, "(sleep 0.3; touch late) </dev/null >/dev/null 2>&1 & echo done"));
  REQUIRE(ran.ok());
  CHECK(ran->duration < Duration{300});
  CHECK(comes_true([&] { return std::filesystem::exists(temp / "late"); }));
}

TEST_CASE("when we are killed the program goes, with everything it started") {
  TempFolder temp;
  kill_who_runs(kept_shell(temp,
                           "setsid sh -c 'echo $$ > apart; exec sleep 60' & "
                           "(sleep 60 & echo $! > below; wait) & "
                           "echo $$ > itself; while ! [ -s apart -a -s below ]; do :; done; "
                           "touch begun; sleep 60; touch late"),
                temp / "begun");
  for (const char* pid : {"itself", "apart", "below"}) {
    CAPTURE(pid);
    CHECK(comes_true([&] { return is_gone(temp / pid); }));
  }
  CHECK_FALSE(std::filesystem::exists(temp / "late"));
}

TEST_CASE("it is asked first, and can put away what it was at") {
  TempFolder temp;
  kill_who_runs(kept_shell(temp,
                           "trap 'touch away; exit' TERM; echo $$ > itself; touch begun; "
                           "while :; do sleep 0.05; done"),
                temp / "begun");
  CHECK(comes_true([&] { return is_gone(temp / "itself"); }));
  CHECK(std::filesystem::exists(temp / "away"));
}

TEST_CASE("it is ended when it does not listen") {
  TempFolder temp;
  kill_who_runs(
      kept_shell(temp, "trap '' TERM; echo $$ > itself; touch begun; while :; do sleep 0.05; done"),
      temp / "begun");
  CHECK(comes_true([&] { return is_gone(temp / "itself"); }));
}

TEST_CASE("our locks are free when the program is gone, and not before") {
  TempFolder temp;
  write_text(temp / "lock", "");
  const pid_t runner = ::fork();
  if (runner == 0) {
    const int lock = ::open((temp / "lock").c_str(), O_RDWR | O_CLOEXEC);
    ::flock(lock, LOCK_EX);
    const auto ran = run_process(kept_shell(
        temp, "trap 'sleep 0.3; exit' TERM; echo $$ > itself; touch begun; while :; do :; done"));
    ::_exit(ran.ok() ? 0 : 1);
  }
  REQUIRE(comes_true([&] { return std::filesystem::exists(temp / "begun"); }));
  ::kill(runner, SIGKILL);
  ::waitpid(runner, nullptr, 0);
  const UniqueFd lock(::open((temp / "lock").c_str(), O_RDWR | O_CLOEXEC));
  CHECK(::flock(lock.get(), LOCK_EX | LOCK_NB) != 0);
  REQUIRE(::flock(lock.get(), LOCK_EX) == 0);
  CHECK(is_gone(temp / "itself"));
}

}  // namespace clew
