#include "files/real_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/canonical_path.h"
#include "files/posix_file_system.h"
#include "files/whole_file.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

struct Links {
  Links() {
    fs::create_directories(temp / "project/a/b");
    fs::create_directories(temp / "outside/b");
  }
  std::string link_of(const std::string& path) {
    return walk_out_of(files, temp / "project", temp / path).link;
  }

  TempFolder temp;
  PosixFileSystem files;
};

TEST_CASE("a folder is opened by its real path, and not when a part of it is a link by now") {
  Links place;
  const std::string real = place.temp / "project/a/b";
  REQUIRE(open_real_folder(place.files, real));
  CHECK((*open_real_folder(place.files, real))->path() == real);
  CHECK(open_real_folder(place.files, place.temp / "none").error().code == ErrorCode::kNotFound);
  fs::rename(place.temp / "project/a", place.temp / "project/moved");
  fs::create_directory_symlink("../outside", place.temp / "project/a");
  for (const std::string& path : {real, place.temp / "project/a"}) {
    const auto refused = open_real_folder(place.files, path);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kNotAllowed);
    CHECK(refused.error().message == "a part of this path is a symbolic link by now");
  }
  CHECK_FALSE(make_real_folders(place.files, place.temp / "project/a/b/c"));
  CHECK_FALSE(make_real_folders(place.files, place.temp / "project/a/new"));
  CHECK_FALSE(fs::exists(place.temp / "outside/new"));
  CHECK_FALSE(fs::exists(place.temp / "outside/b/c"));
}

TEST_CASE("missing folders are made, but none behind a link that leads nowhere") {
  Links place;
  REQUIRE(make_real_folders(place.files, place.temp / "project/x/y/z"));
  CHECK(fs::is_directory(place.temp / "project/x/y/z"));
  fs::create_directory_symlink(place.temp / "outside/new", place.temp / "project/dangling");
  CHECK_FALSE(make_real_folders(place.files, place.temp / "project/dangling/below"));
  CHECK_FALSE(fs::exists(place.temp / "outside/new"));
}

TEST_CASE("the link by which a path leaves the project is named") {
  Links place;
  fs::create_directory_symlink("../outside", place.temp / "project/out");
  fs::create_directory_symlink("a", place.temp / "project/in");
  fs::create_directory_symlink("project", place.temp / "entry");
  fs::create_directory_symlink(place.temp / "project/a", place.temp / "outside/back");
  const std::string out = place.temp / "project/out";
  CHECK(place.link_of("project/out") == out);
  CHECK(place.link_of("project/out/b") == out);
  CHECK(place.link_of("project/out/b/not/there/yet") == out);
  CHECK(place.link_of("project/in/../out/b") == out);
  CHECK(place.link_of("entry/out") == out);
  for (const char* path : {"project", "project/a/b", "project/in/b", "project/none", "entry/a",
                           "outside/b", "project/../outside/b", "project/out/back"}) {
    CAPTURE(std::string(path));
    CHECK(place.link_of(path).empty());
  }
}

}  // namespace
}  // namespace clew
