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
  Links location;
  const std::string real = location.temp / "project/a/b";
  REQUIRE(open_real_folder(location.files, real));
  CHECK((*open_real_folder(location.files, real))->path() == real);
  CHECK(open_real_folder(location.files, location.temp / "none").error().code ==
        ErrorCode::kNotFound);
  fs::rename(location.temp / "project/a", location.temp / "project/moved");
  fs::create_directory_symlink("../outside", location.temp / "project/a");
  for (const std::string& path : {real, location.temp / "project/a"}) {
    const auto refused = open_real_folder(location.files, path);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kNotAllowed);
    CHECK(refused.error().message == "a part of this path is a symbolic link by now");
  }
  CHECK_FALSE(make_real_folders(location.files, location.temp / "project/a/b/c"));
  CHECK_FALSE(make_real_folders(location.files, location.temp / "project/a/new"));
  CHECK_FALSE(fs::exists(location.temp / "outside/new"));
  CHECK_FALSE(fs::exists(location.temp / "outside/b/c"));
}

TEST_CASE("missing folders are made, but none behind a link that leads nowhere") {
  Links location;
  REQUIRE(make_real_folders(location.files, location.temp / "project/x/y/z"));
  CHECK(fs::is_directory(location.temp / "project/x/y/z"));
  fs::create_directory_symlink(location.temp / "outside/new", location.temp / "project/dangling");
  CHECK_FALSE(make_real_folders(location.files, location.temp / "project/dangling/below"));
  CHECK_FALSE(fs::exists(location.temp / "outside/new"));
}

TEST_CASE("the link by which a path leaves the project is named") {
  Links location;
  fs::create_directory_symlink("../outside", location.temp / "project/out");
  fs::create_directory_symlink("a", location.temp / "project/in");
  fs::create_directory_symlink("project", location.temp / "entry");
  fs::create_directory_symlink(location.temp / "project/a", location.temp / "outside/back");
  const std::string out = location.temp / "project/out";
  CHECK(location.link_of("project/out") == out);
  CHECK(location.link_of("project/out/b") == out);
  CHECK(location.link_of("project/out/b/not/there/yet") == out);
  CHECK(location.link_of("project/in/../out/b") == out);
  CHECK(location.link_of("entry/out") == out);
  for (const char* path : {"project", "project/a/b", "project/in/b", "project/none", "entry/a",
                           "outside/b", "project/../outside/b", "project/out/back"}) {
    CAPTURE(std::string(path));
    CHECK(location.link_of(path).empty());
  }
}

}  // namespace
}  // namespace clew
