#include "files/file_lock.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <functional>
#include <optional>
#include <vector>

#include "files/posix_file_system.h"
#include "testing/fake_machine.h"
#include "testing/faulty_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

// Does something when the waiter sleeps for the n-th time.
class MachineWithEvent final : public Machine {
 public:
  explicit MachineWithEvent(std::function<void(int)> on_sleep) : on_sleep_(std::move(on_sleep)) {}

  Duration uptime() override { return fake_.uptime(); }
  void sleep(Duration duration) override {
    fake_.sleep(duration);
    on_sleep_(fake_.sleeps);
  }
  uint64_t random() override { return fake_.random(); }
  int process_id() override { return fake_.process_id(); }
  std::optional<std::string> process_name(int pid) override { return fake_.process_name(pid); }

 private:
  FakeMachine fake_;
  std::function<void(int)> on_sleep_;
};

// Somebody removes the lock file twice, each time just after it was opened.
class FolderWithCleaner final : public Folder {
 public:
  explicit FolderWithCleaner(Folder& folder) : folder_(folder) {}

  const std::string& path() const override { return folder_.path(); }
  Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override {
    auto file = folder_.open(path, mode);
    if (cleaned < 2 && folder_.remove(path).ok()) ++cleaned;
    return file;
  }
  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override {
    return folder_.open_folder(path);
  }
  Result<FileInfo> info(const std::string& path) override { return folder_.info(path); }
  Result<std::vector<std::string>> list() override { return folder_.list(); }
  Status make_folder(const std::string& name) override { return folder_.make_folder(name); }
  Result<LinkOutcome> link(const std::string& from, const std::string& to) override {
    return folder_.link(from, to);
  }
  Status rename(const std::string& from, const std::string& to) override {
    return folder_.rename(from, to);
  }
  Status rename_new(const std::string& from, const std::string& to) override {
    return folder_.rename_new(from, to);
  }
  Status remove(const std::string& name) override { return folder_.remove(name); }
  Status sync() override { return folder_.sync(); }

  int cleaned = 0;

 private:
  Folder& folder_;
};

}  // namespace

TEST_CASE("a free lock is taken at once, and free again when it goes out of scope") {
  FaultyFileSystem files;
  FakeMachine machine;
  files.put("/home/x", "");
  const auto folder = files.open_folder("/home");
  for (int i = 0; i < 2; ++i) CHECK(take_lock(**folder, "lock", machine).ok());
  CHECK(machine.sleeps == 0);
}

TEST_CASE("a waiter backs off with jitter and gives up at its deadline, not later") {
  FaultyFileSystem files;
  files.put("/home/x", "");
  const auto folder = files.open_folder("/home");
  FakeMachine holder;
  const auto held = take_lock(**folder, "lock", holder);
  REQUIRE(held.ok());

  std::vector<int> sleeps;
  for (const uint64_t seed : {1, 2}) {
    FakeMachine machine(seed);
    const auto refused = take_lock(**folder, "lock", machine);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kConflict);
    CHECK(refused.error().subject == "/home/lock");
    CHECK(refused.error().message ==
          "locked by another process; gave up after waiting 10 s, try again when it is done");
    CHECK_FALSE(refused.error().next.empty());
    CHECK(machine.now == seconds(10));
    CHECK(machine.sleeps < 400);
    sleeps.push_back(machine.sleeps);
  }
  CHECK(sleeps[0] != sleeps[1]);

  FakeMachine hurried;
  CHECK_FALSE(take_lock(**folder, "lock", hurried, Duration{50}).ok());
  CHECK(hurried.now == Duration{50});
}

TEST_CASE("a lock that comes free while waiting is taken") {
  FaultyFileSystem files;
  files.put("/home/x", "");
  const auto folder = files.open_folder("/home");
  FakeMachine holder;
  std::optional<FileLock> held = *take_lock(**folder, "lock", holder);
  MachineWithEvent machine([&](int sleeps) {
    if (sleeps == 3) held.reset();
  });
  CHECK(take_lock(**folder, "lock", machine).ok());
}

TEST_CASE("a lock file that is cleaned away before it is locked is not mistaken for the lock") {
  FaultyFileSystem files;
  files.put("/home/x", "");
  const auto real = files.open_folder("/home");
  FolderWithCleaner folder(**real);
  FakeMachine machine;
  const auto lock = take_lock(folder, "lock", machine);
  REQUIRE(lock.ok());
  CHECK(folder.cleaned == 2);
  CHECK_FALSE(take_lock(**real, "lock", machine, Duration{5}).ok());
}

TEST_CASE("the lock on a file itself is waited for, also when the file is replaced meanwhile") {
  FaultyFileSystem files;
  files.put("/home/state", "old");
  const auto folder = files.open_folder("/home");
  FakeMachine machine;
  CHECK_FALSE((*take_lock_on(**folder, "missing", machine)).has_value());

  FakeMachine holder;
  std::optional<FileLock> held = std::move(*take_lock_on(**folder, "state", holder));
  REQUIRE(held.has_value());
  const auto refused = take_lock_on(**folder, "state", machine, seconds(2));
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kConflict);
  CHECK(refused.error().subject == "/home/state");
  CHECK(machine.now == seconds(2));

  MachineWithEvent waiting([&](int sleeps) {
    if (sleeps != 2) return;
    files.put("/home/state.next", "new");
    REQUIRE((*folder)->rename("state.next", "state").ok());
    held.reset();
  });
  const auto taken = take_lock_on(**folder, "state", waiting);
  REQUIRE(taken.ok());
  CHECK_FALSE(take_lock_on(**folder, "state", machine, Duration{5}).ok());
}

TEST_CASE("on the real disk the holder is named") {
  TempFolder temp;
  PosixFileSystem files;
  const auto folder = files.open_folder(temp.path());
  SystemMachine machine;
  const auto held = take_lock(**folder, "lock", machine);
  REQUIRE(held.ok());
  const auto refused = take_lock(**folder, "lock", machine, Duration{3});
  REQUIRE_FALSE(refused.ok());
  if (refused.error().message.find("another process") != std::string::npos) {
    MESSAGE("skipped: this system does not tell who holds a lock");
    return;
  }
  const std::string pid = std::to_string(::getpid());
  CHECK(refused.error().message.find("(process " + pid + ")") != std::string::npos);
  CHECK(refused.error().next == "ps -p " + pid);
}

}  // namespace clew
