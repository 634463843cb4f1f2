#include "store/sqlite/write_lock.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "testing/temp_folder.h"

namespace clew {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST_CASE("a lock is had by one at a time and waited for") {
  const TempFolder folder;
  const std::string path = folder / "store.lock";
  WriteLock first;
  REQUIRE(first.acquire(path, Duration{0}).ok());
  CHECK(first.held());

  bool second_had_it = false;
  std::thread waiter([&] {
    WriteLock second;
    second_had_it = second.acquire(path, seconds(10)).ok();
  });
  std::this_thread::sleep_for(milliseconds(50));
  first.release();
  waiter.join();
  CHECK(second_had_it);
  CHECK(first.acquire(path, Duration{0}).ok());
}

TEST_CASE("a waiter gives up at its deadline") {
  const TempFolder folder;
  const std::string path = folder / "store.lock";
  WriteLock holder;
  REQUIRE(holder.acquire(path, Duration{0}).ok());
  for (const int64_t deadline : {0, 1, 60}) {
    WriteLock waiter;
    const auto begun = steady_clock::now();
    const auto refused = waiter.acquire(path, Duration{deadline});
    const auto waited = steady_clock::now() - begun;
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kConflict);
    CHECK(waited >= milliseconds(deadline));
    CHECK(waited < milliseconds(deadline + 2000));
    CHECK_FALSE(waiter.held());
  }
}

TEST_CASE("a lock goes with whoever had it") {
  const TempFolder folder;
  const std::string path = folder / "store.lock";
  {
    WriteLock gone;
    REQUIRE(gone.acquire(path, Duration{0}).ok());
  }
  WriteLock next;
  CHECK(next.acquire(path, Duration{0}).ok());
}

TEST_CASE("a lock whose folder is missing cannot be had") {
  const TempFolder folder;
  WriteLock lock;
  CHECK_FALSE(lock.acquire(folder / "none/store.lock", Duration{0}).ok());
}

TEST_CASE("a lock says where it was made, and goes on saying so") {
  const TempFolder folder;
  const std::string path = folder / "store.lock";
  for (int i = 0; i < 2; ++i) {
    WriteLock lock;
    REQUIRE(lock.acquire(path, Duration{0}).ok());
    struct stat found{};
    REQUIRE(::stat(path.c_str(), &found) == 0);
    CHECK(read_text(path) == mark_of_lock(path));
  }
  std::filesystem::copy_file(path, folder / "copy");
  const std::string said = read_text(path);
  WriteLock lock;
  REQUIRE(lock.acquire(folder / "copy", Duration{0}).ok());
  CHECK(read_text(folder / "copy") == said);  // of the other
}

}  // namespace
}  // namespace clew
