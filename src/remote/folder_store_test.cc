// A folder that holds objects: what lies in it may be anybody's, and a crash may come at any call.

#include "remote/folder_store.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/fake_machine.h"
#include "testing/faulty_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

std::unique_ptr<FolderStore> open_store(FileSystem& files, const std::string& path) {
  static SystemMachine machine;
  auto store = FolderStore::open(files, path, machine);
  REQUIRE(store.ok());
  return std::move(*store);
}

TEST_CASE("a folder that is not there cannot be reached, and nothing is made in its place") {
  const TempFolder temp;
  PosixFileSystem files;
  SystemMachine machine;
  const auto store = FolderStore::open(files, temp / "stick", machine);
  REQUIRE_FALSE(store.ok());
  CHECK(store.error().code == ErrorCode::kFailed);
  CHECK_FALSE(std::filesystem::exists(temp / "stick"));
}

TEST_CASE("links, folders and pipes in the place of objects are refused, and never followed") {
  const TempFolder temp;
  PosixFileSystem files;
  write_text(temp / "secret", "secret");
  write_text(temp / "elsewhere/1", "secret");
  write_text(temp / "place/j/1", "fine");
  std::filesystem::create_symlink(temp / "secret", temp / "place/j/2");
  std::filesystem::create_directory(temp / "place/j/3");
  std::filesystem::create_symlink(temp / "elsewhere", temp / "place/p");
  const auto store = open_store(files, temp / "place");
  for (const char* name : {"j/2", "j/3"}) {
    CAPTURE(name);
    CHECK(store->get(name, 100).error().code == ErrorCode::kInvalid);
    CHECK(*store->put_if_absent(name, "x") == PutOutcome::kExists);
  }
  CHECK_FALSE(store->get("p/1", 100).ok());
  CHECK_FALSE(store->put("p/1", "x").ok());
  CHECK_FALSE(store->put_if_absent("p/2", "x").ok());
  CHECK(*store->list("", "", 100) == std::vector<std::string>{"j/1"});
  CHECK(read_text(temp / "secret") == "secret");
  CHECK(read_text(temp / "elsewhere/1") == "secret");
  CHECK_FALSE(std::filesystem::exists(temp / "elsewhere/2"));
}

TEST_CASE("files of other programs in the folder are no objects") {
  const TempFolder temp;
  PosixFileSystem files;
  write_text(temp / "j/1", "x");
  write_text(temp / "j/.1.0123456789abcdef.tmp", "half");
  write_text(temp / "j/1 (conflicted copy)", "x");
  write_text(temp / ".DS_Store", "x");
  CHECK(*open_store(files, temp.path())->list("", "", 100) == std::vector<std::string>{"j/1"});
}

TEST_CASE(
    "after a power cut at any call an object is whole or not there, and stays once reported") {
  FaultyFileSystem counting;
  counting.put("/place/x", "");
  REQUIRE(open_store(counting, "/place")->put_if_absent("j/1", "all of it").ok());
  const int calls = counting.calls();
  REQUIRE(calls > 5);
  for (uint64_t seed = 0; seed < 8; ++seed) {
    for (int call = 1; call <= calls + 1; ++call) {
      CAPTURE(seed);
      CAPTURE(call);
      FaultyFileSystem files;
      files.put("/place/x", "");
      FakeMachine machine;
      bool created = false;
      files.fail_call(call, Fault::kPowerOff);
      if (auto store = FolderStore::open(files, "/place", machine)) {
        const auto put = (*store)->put_if_absent("j/1", "all of it");
        created = put.ok();
      }
      files.power_cut(seed);
      const auto after = open_store(files, "/place")->get("j/1", 100);
      REQUIRE(after.ok());
      if (after->has_value()) CHECK(**after == "all of it");
      if (created) CHECK(after->has_value());
      // What was left half done is in nobody's way.
      const auto again = open_store(files, "/place")->put_if_absent("j/1", "another");
      REQUIRE(again.ok());
      CHECK((*again == PutOutcome::kExists) == after->has_value());
    }
  }
}

TEST_CASE("a full disk is reported as out of order, and leaves no object") {
  for (int call = 1; call < 30; ++call) {
    CAPTURE(call);
    FaultyFileSystem files;
    files.put("/place/x", "");
    const auto store = open_store(files, "/place");
    files.fail_call(call, Fault::kDiskFull);
    const auto put = store->put_if_absent("j/1", "bytes");
    files.stop_failing();
    if (put.ok()) continue;
    CHECK(put.error().code == ErrorCode::kFailed);
    const auto after = store->get("j/1", 100);
    REQUIRE(after.ok());
    if (after->has_value()) CHECK(**after == "bytes");
  }
}

}  // namespace
}  // namespace clew
