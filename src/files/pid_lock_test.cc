#include "files/pid_lock.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing/fake_machine.h"
#include "testing/faulty_file_system.h"

namespace clew {
namespace {

struct Location {
  Location() {
    disk.put("/feature/x", "");
    folder = *disk.open_folder("/feature");
  }

  FaultyFileSystem disk;
  std::unique_ptr<Folder> folder;
  FakeMachine machine;
};

}  // namespace

TEST_CASE("the lock file holds our process while it is held and is gone after") {
  Location location;
  for (const HardLinks links : {HardLinks::kSupported, HardLinks::kNotSupported}) {
    location.disk.set_hard_links(links);
    {
      const auto lock = take_pid_lock(*location.folder, ".state.lock", location.machine);
      REQUIRE(lock.ok());
      CHECK(location.disk.content("/feature/.state.lock") == "100\n");
    }
    CHECK(location.disk.names("/feature") == std::vector<std::string>{"x"});
  }
}

TEST_CASE("a lock of a living process is waited for and then refused by its name") {
  Location location;
  location.disk.put("/feature/.state.lock", "4711");
  location.machine.processes[4711] = "orchestrator";
  const auto refused = take_pid_lock(*location.folder, ".state.lock", location.machine);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kConflict);
  CHECK(refused.error().message.starts_with("locked by orchestrator (process 4711);"));
  CHECK(refused.error().next == "ps -p 4711");
  CHECK(location.machine.now == seconds(10));
  CHECK(location.disk.content("/feature/.state.lock") == "4711");
}

TEST_CASE("a lock of a process that is gone is taken over without waiting") {
  Location location;
  location.disk.put("/feature/.state.lock", "4711\n");
  const auto lock = take_pid_lock(*location.folder, ".state.lock", location.machine);
  REQUIRE(lock.ok());
  CHECK(location.machine.sleeps == 0);
  CHECK(location.disk.content("/feature/.state.lock") == "100\n");
  CHECK(location.disk.names("/feature") == std::vector<std::string>{".state.lock", "x"});
}

TEST_CASE("a lock file that names no process is never judged stale") {
  for (const char* content : {"", "host-3 2026-11-15", "-5", "12 34", "0", "99999999999999"}) {
    CAPTURE(content);
    Location location;
    location.disk.put("/feature/.state.lock", content);
    CHECK_FALSE(
        take_pid_lock(*location.folder, ".state.lock", location.machine, Duration{20}).ok());
    CHECK(location.disk.content("/feature/.state.lock") == content);
  }
}

TEST_CASE("a lock that a power cut left blank is taken over when it is old") {
  for (const std::string& content : {std::string(), std::string(5, '\0')}) {
    Location location;
    location.disk.put("/feature/.state.lock", content);
    location.disk.pass(seconds(9));
    CHECK_FALSE(
        take_pid_lock(*location.folder, ".state.lock", location.machine, Duration{20}).ok());
    location.disk.pass(seconds(2));
    const auto lock = take_pid_lock(*location.folder, ".state.lock", location.machine);
    REQUIRE(lock.ok());
    CHECK(location.disk.content("/feature/.state.lock") == "100\n");
  }
}

TEST_CASE(
    "what processes left that were killed while they took the lock is removed when it is old") {
  Location location;
  location.disk.put("/feature/..state.lock.0123456789abcdef.tmp", "4711\n");
  location.disk.put("/feature/..state.lock.1123456789abcdef.tmp", "");
  location.disk.put("/feature/..state.lock.2123456789abcdef.tmp", "4712\n");
  location.disk.put("/feature/..state.lock.tmp", "4711\n");
  location.machine.processes[4712] = "orchestrator";
  location.disk.pass(seconds(9));
  REQUIRE(take_pid_lock(*location.folder, ".state.lock", location.machine).ok());
  CHECK(location.disk.names("/feature").size() == 5);
  location.disk.pass(seconds(2));
  REQUIRE(take_pid_lock(*location.folder, ".state.lock", location.machine).ok());
  CHECK(location.disk.names("/feature") ==
        std::vector<std::string>{"..state.lock.2123456789abcdef.tmp", "..state.lock.tmp", "x"});
}

TEST_CASE("a lock that somebody else took over is not removed when ours ends") {
  Location location;
  {
    const auto lock = take_pid_lock(*location.folder, ".state.lock", location.machine);
    REQUIRE(location.folder->remove(".state.lock").ok());
    location.disk.put("/feature/.state.lock", "4711");
  }
  CHECK(location.disk.content("/feature/.state.lock") == "4711");
}

TEST_CASE("the real machine knows the living from the dead") {
  SystemMachine machine;
  CHECK(machine.process_name(machine.process_id()).has_value());
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  // Ended but not yet waited for: nobody holds anything any more.
  while (machine.process_name(child)) machine.sleep({1});
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK_FALSE(machine.process_name(child).has_value());
}

}  // namespace clew
