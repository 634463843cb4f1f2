#include "files/run_process.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "testing/temp_folder.h"

namespace clew {
namespace {

ProcessRequest shell(const std::string& script) {
  return {
      {"/bin/sh", "-c", script},
      ""
  };
}

}  // namespace

TEST_CASE("output, errors and the exit code come back, each apart") {
  const auto ran = run_process(shell("echo out; echo err >&2; exit 3"));
  REQUIRE(ran.ok());
  CHECK(ran->output.text() == "out\n");
  CHECK(ran->errors.text() == "err\n");
  CHECK(ran->end == ProcessEnd(Exited{3}));
  CHECK_FALSE(ran->succeeded());
}

TEST_CASE("arguments arrive as they are: no shell looks at them") {
  const auto ran = run_process({
      {"printf", "%s|", "a b", "$HOME", "'; rm -rf /", ""},
      ""
  });
  REQUIRE(ran.ok());
  CHECK(ran->succeeded());
  CHECK(ran->output.text() == "a b|$HOME|'; rm -rf /||");
}

TEST_CASE("it runs in the folder and environment that were asked for, and reads nothing") {
  TempFolder temp;
  ProcessRequest request = shell("pwd; echo \"$ADDED-${HOME-none}\"; cat");
  request.folder = temp.path();
  request.environment = {
      {"ADDED", "yes"       },
      {"HOME",  std::nullopt}
  };
  const auto ran = run_process(request);
  REQUIRE(ran.ok());
  CHECK(ran->output.text() == temp.path() + "\nyes-none\n");
}

TEST_CASE("a missing program, a missing folder and a file that is no program are told apart") {
  TempFolder temp;
  write_text(temp / "text", "no program");
  CHECK(run_process({{"clew-no-such-program"}, ""}).error().code == ErrorCode::kNotFound);
  const auto no_folder = run_process({{"true"}, temp / "none"});
  CHECK(no_folder.error().code == ErrorCode::kNotFound);
  CHECK(no_folder.error().subject == temp / "none");
  CHECK(run_process({{temp / "text"}, ""}).error().code == ErrorCode::kNotAllowed);
  CHECK(run_process({{}, ""}).error().code == ErrorCode::kUsage);
}

TEST_CASE("of long output the beginning and the end are kept, and all of it is counted") {
  ProcessRequest request = shell("i=0; while [ $i -lt 20000 ]; do echo line-$i; i=$((i+1)); done");
  request.output_bounds = {16, 32};
  const auto ran = run_process(request);
  REQUIRE(ran.ok());
  CHECK(ran->output.total() == 208890);
  CHECK(ran->output.head() == "line-0\nline-1\nli");
  CHECK(ran->output.tail().size() == 32);
  CHECK(ran->output.tail().ends_with("line-19999\n"));
  CHECK(ran->output.left_out() == 208890 - 48);
}

TEST_CASE("a program that a signal ended is reported by the signal") {
  const auto ran = run_process(shell("kill -9 $$"));
  REQUIRE(ran.ok());
  CHECK(ran->end == ProcessEnd(Signalled{SIGKILL}));
}

TEST_CASE("when the time is up the program and what it started are ended") {
  TempFolder temp;
  ProcessRequest request = shell("echo begun; (sleep 0.3; touch late) & sleep 30");
  request.folder = temp.path();
  request.timeout = Duration{100};
  const auto ran = run_process(request);
  REQUIRE(ran.ok());
  CHECK(ran->end == ProcessEnd(TimedOut{}));
  CHECK(ran->output.text() == "begun\n");
  CHECK(ran->duration < seconds(5));
  CHECK(ran->duration >= Duration{100});
  ::usleep(400'000);
  CHECK_FALSE(std::filesystem::exists(temp / "late"));
}

TEST_CASE("a program left running in the background does not keep us waiting") {
  const auto ran = run_process(shell("sleep 5 & echo done"));
  REQUIRE(ran.ok());
  CHECK(ran->output.text() == "done\n");
  CHECK(ran->duration < seconds(4));
}

TEST_CASE("a program that closes its output early is still waited for") {
  const auto ran = run_process(shell("exec >/dev/null 2>&1; sleep 0.1; exit 7"));
  REQUIRE(ran.ok());
  CHECK(ran->end == ProcessEnd(Exited{7}));
  CHECK(ran->duration >= Duration{100});
}

TEST_CASE("a signal meant to end us reaches the program, and we live to tell") {
  const std::string pid = std::to_string(::getpid());
  for (const auto& [name, number] : {std::pair("INT", SIGINT), std::pair("TERM", SIGTERM)}) {
    const auto ran = run_process(
        shell("(sleep 0.1; kill -" + std::string(name) + " " + pid + ") & exec sleep 30"));
    REQUIRE(ran.ok());
    CHECK(ran->end == ProcessEnd(Signalled{number}));
    CHECK(ran->duration < seconds(20));
  }
}

TEST_CASE("exit codes arrive even if our starter had child signals ignored") {
  const auto before = ::signal(SIGCHLD, SIG_IGN);
  const auto ran = run_process(shell("exit 5"));
  const bool restored = ::signal(SIGCHLD, before) == SIG_IGN;
  CHECK(restored);
  REQUIRE(ran.ok());
  CHECK(ran->end == ProcessEnd(Exited{5}));
}

TEST_CASE("whole lines leave out what was cut, and count it") {
  BoundedText text({8, 8});
  text.add("one\ntwo");
  CHECK(text.whole_lines() == "one\ntwo");
  text.add("2222222222222222222222three\nfour\n");
  CHECK(text.whole_lines() == "one\n[… 31 bytes left out …]\nfour\n");
  BoundedText line({4, 4});
  line.add("abcdefghijklmnopqrst");
  CHECK(line.whole_lines() == "[… 20 bytes left out …]\n");
}

TEST_CASE("bounded text keeps everything that fits") {
  BoundedText text({4, 4});
  for (const char* piece : {"ab", "cd", "", "ef", "gh"}) text.add(piece);
  CHECK(text.text() == "abcdefgh");
  CHECK(text.left_out() == 0);
  text.add("i");
  CHECK(text.text() == "abcd\n[… 1 bytes left out …]\nfghi");
  for (int i = 0; i < 1000; ++i) text.add("xyz");
  CHECK(text.tail() == "zxyz");
  CHECK(text.total() == 3009);
  text.add("0123456789");
  CHECK(text.tail() == "6789");
}

}  // namespace clew
