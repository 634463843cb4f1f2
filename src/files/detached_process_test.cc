#include "files/detached_process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include "testing/kept_text.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

DetachedProgram shell(const std::string& script) {
  return {
      {"/bin/sh", "-c", script},
      {"ONLY=this"}
  };
}

TEST_CASE("a detached program has nothing of the process that starts it") {
  const TempFolder temp;
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const std::string said = temp / "said";
  const auto pid = start_detached(
      shell("{ pwd; /usr/bin/env; for fd in /proc/$$/fd/*; do readlink \"$fd\"; done; } >" + said));
  REQUIRE(pid.ok());
  CHECK(::getpgid(*pid) == *pid);
  CHECK(has_ended(*pid, seconds(20)));
  const std::string text = read_all(said);
  CHECK(text.starts_with("/\n"));
  CHECK(text.find("ONLY=this") != std::string::npos);
  CHECK(text.find("HOME=") == std::string::npos);
  CHECK(text.find("pipe:") == std::string::npos);
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}

TEST_CASE("whoever waits for a pipe to be closed is not held by what was started") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const auto pid = start_detached(shell("exec sleep 5"));
  REQUIRE(pid.ok());
  ::close(ends[1]);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == 0);  // at once, not in five seconds
  CHECK_FALSE(has_ended(*pid, Duration{0}));
  CHECK_FALSE(has_ended(*pid, Duration{20}));
  ::kill(*pid, SIGKILL);
  CHECK(has_ended(*pid, seconds(20)));
  ::close(ends[0]);
}

TEST_CASE("a program that is not there is said at once") {
  CHECK(start_detached({{"/nowhere/clew"}, {}}).error().code == ErrorCode::kNotFound);
}

}  // namespace
}  // namespace clew
