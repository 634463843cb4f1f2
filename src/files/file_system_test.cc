// One suite for every file system: the real one and the tests' double must agree.

#include "files/file_system.h"

#include <doctest/doctest.h>

#include <functional>

#include "files/make_folders.h"
#include "files/posix_file_system.h"
#include "files/whole_file.h"
#include "testing/faulty_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

void on_every_file_system(const std::function<void(FileSystem&, Folder&)>& claim) {
  SUBCASE("on the real disk") {
    TempFolder temp;
    PosixFileSystem files;
    const auto folder = files.open_folder(temp.path());
    REQUIRE(folder.ok());
    claim(files, **folder);
  }
  SUBCASE("in memory") {
    FaultyFileSystem files;
    files.put("/home/x", "");
    const auto folder = files.open_folder("/home");
    REQUIRE(folder.ok());
    REQUIRE((*folder)->remove("x").ok());
    claim(files, **folder);
  }
}

void write_file(Folder& folder, const std::string& name, BytesView content) {
  const auto file = folder.open(name, OpenMode::kCreateNew);
  REQUIRE(file.ok());
  REQUIRE(write_all(**file, content).ok());
}

ErrorCode open_error(Folder& folder, const std::string& path, OpenMode mode) {
  const auto file = folder.open(path, mode);
  REQUIRE_FALSE(file.ok());
  CHECK_FALSE(file.error().subject.empty());
  return file.error().code;
}

}  // namespace

TEST_CASE("what is written is read back, and appending goes to the end") {
  on_every_file_system([](FileSystem&, Folder& folder) {
    write_file(folder, "a", "one");
    const auto again = folder.open("a", OpenMode::kAppend);
    REQUIRE(again.ok());
    REQUIRE(write_all(**again, " two").ok());
    CHECK(*read_whole_file(folder, "a") == "one two");
    REQUIRE((*again)->truncate(3).ok());
    REQUIRE(write_all(**again, "!").ok());
    CHECK(*read_whole_file(folder, "a") == "one!");
    CHECK((*again)->info()->size == 4);
    CHECK((*again)->info()->mode == 0600);
  });
}

TEST_CASE("a missing file is not found, and an exclusive creation meets one that is there") {
  on_every_file_system([](FileSystem& files, Folder& folder) {
    CHECK(open_error(folder, "a", OpenMode::kRead) == ErrorCode::kNotFound);
    write_file(folder, "a", "");
    CHECK(open_error(folder, "a", OpenMode::kCreateNew) == ErrorCode::kConflict);
    CHECK(folder.info("b").error().code == ErrorCode::kNotFound);
    CHECK(folder.remove("b").error().code == ErrorCode::kNotFound);
    CHECK(folder.rename("b", "c").error().code == ErrorCode::kNotFound);
    CHECK(files.open_folder("/no/such/folder").error().code == ErrorCode::kNotFound);
  });
}

TEST_CASE("a link is the same file under a second name, and survives the first") {
  on_every_file_system([](FileSystem&, Folder& folder) {
    write_file(folder, "a", "x");
    write_file(folder, "taken", "");
    CHECK(*folder.link("a", "b") == LinkOutcome::kLinked);
    CHECK(folder.info("a")->id == folder.info("b")->id);
    CHECK(folder.link("a", "taken").error().code == ErrorCode::kConflict);
    REQUIRE(folder.remove("a").ok());
    CHECK(*read_whole_file(folder, "b") == "x");
  });
}

TEST_CASE("a rename replaces, except between two names of one file, where it does nothing") {
  on_every_file_system([](FileSystem&, Folder& folder) {
    write_file(folder, "a", "new");
    write_file(folder, "b", "old");
    REQUIRE(folder.rename("a", "b").ok());
    CHECK(*read_whole_file(folder, "b") == "new");
    REQUIRE(folder.link("b", "c").ok());
    REQUIRE(folder.rename("b", "c").ok());
    CHECK(*folder.list() == std::vector<std::string>{"b", "c"});
  });
}

TEST_CASE("a rename to what must be new leaves what is there alone") {
  on_every_file_system([](FileSystem&, Folder& folder) {
    write_file(folder, "one", "1");
    write_file(folder, "two", "2");
    CHECK(folder.rename_new("one", "two").error().code == ErrorCode::kConflict);
    CHECK(*read_whole_file(folder, "two") == "2");
    REQUIRE(folder.rename_new("one", "three").ok());
    CHECK(*read_whole_file(folder, "three") == "1");
    CHECK(folder.info("one").error().code == ErrorCode::kNotFound);
    CHECK(folder.rename_new("none", "four").error().code == ErrorCode::kNotFound);
  });
}

TEST_CASE("two handles exclude each other, until one closes") {
  on_every_file_system([](FileSystem&, Folder& folder) {
    auto first = folder.open("lock", OpenMode::kAppend);
    const auto second = folder.open("lock", OpenMode::kAppend);
    REQUIRE(first.ok());
    REQUIRE(second.ok());
    CHECK(*(*first)->try_lock() == LockAttempt::kTaken);
    CHECK(*(*second)->try_lock() == LockAttempt::kBusy);
    first->reset();
    CHECK(*(*second)->try_lock() == LockAttempt::kTaken);
  });
}

TEST_CASE("folders are made with their parents, private, and made again without harm") {
  on_every_file_system([](FileSystem& files, Folder& folder) {
    const std::string path = folder.path() + "/a/b/c";
    REQUIRE(make_folders(files, path).ok());
    REQUIRE(make_folders(files, path).ok());
    CHECK(files.info(path)->kind == FileKind::kFolder);
    CHECK(folder.info("a/b")->mode == 0700);
    const auto below = folder.open_folder("a/b");
    REQUIRE(below.ok());
    CHECK(*(*below)->list() == std::vector<std::string>{"c"});
    CHECK((*below)->make_folder("c").error().code == ErrorCode::kConflict);
    CHECK(open_error(folder, "a", OpenMode::kRead) == ErrorCode::kInvalid);
  });
}

TEST_CASE("a file over the limit is refused by naming the limit") {
  on_every_file_system([](FileSystem& files, Folder& folder) {
    write_file(folder, "a", "12345");
    CHECK(*read_whole_file(folder, "a", 5) == "12345");
    const auto refused = read_whole_file(files, folder.path() + "/a", 4);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kInvalid);
    CHECK(refused.error().message == "the file is too large: the limit is 4 bytes");
  });
}

TEST_CASE("a path from data leads only down") {
  const std::string kRefused[] = {"",     "/etc/passwd", "..",  "../x", "a/../../x",
                                  "a/..", "a//b",        "./a", "a/",   std::string("a\0b", 3),
                                  "/"};
  on_every_file_system([&](FileSystem&, Folder& folder) {
    for (const std::string& path : kRefused) {
      CAPTURE(path);
      CHECK(open_error(folder, path, OpenMode::kAppend) == ErrorCode::kNotAllowed);
      CHECK(folder.open_folder(path).error().code == ErrorCode::kNotAllowed);
      CHECK(folder.info(path).error().code == ErrorCode::kNotAllowed);
    }
    CHECK(open_error(folder, std::string(1025, 'a'), OpenMode::kRead) == ErrorCode::kInvalid);
    CHECK(folder.rename("a/b", "c").error().code == ErrorCode::kNotAllowed);
    CHECK(folder.remove("a/b").error().code == ErrorCode::kNotAllowed);
    CHECK(folder.make_folder("a/b").error().code == ErrorCode::kNotAllowed);
    CHECK(folder.list()->empty());
  });
}

}  // namespace clew
