#include "project/project_reach.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/temp_folder.h"

#include "files/accounts.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kUnlisted = 54321;  // a user that is in no list of accounts

TEST_CASE("the outermost project holds what is around a submodule, and not the home folder") {
  TempFolder folder;
  PosixFileSystem files;
  fs::create_directories(folder / "home/super/.git");
  fs::create_directories(folder / "home/super/lib/.git");
  fs::create_directories(folder / "home/super/lib/src");
  fs::create_directories(folder / "home/.claude");
  const std::string home = folder / "home";
  CHECK(outermost_project(files, home + "/super/lib/src", home) == home + "/super");
  CHECK(outermost_project(files, home + "/super/lib/src", {}) == home);
  CHECK(outermost_project(files, home, home).empty());
  CHECK(project_around(files, home + "/super/lib", home + "/super/bin", home) == home + "/super");
  CHECK(project_around(files, home + "/super/lib", home + "/other", home).empty());
  // Its author chose the mode, and who unpacks it as root gets the owner as well.
  for (const fs::perms mode : {fs::perms::all, fs::perms::all | fs::perms::sticky_bit}) {
    fs::permissions(home + "/super", mode);
    CHECK(outermost_project(files, home + "/super/lib/src", home) == home + "/super");
  }
}

TEST_CASE("a home inside the project is believed only where the system has put it") {
  TempFolder folder;
  PosixFileSystem files;
  const std::string clone = folder / "clone";
  fs::create_directories(clone + "/h");
  CHECK(is_home_of_person(files, clone + "/h", clone, own_user()));  // no project
  fs::create_directories(clone + "/.git");
  CHECK_FALSE(is_home_of_person(files, clone + "/h", clone, own_user()));
  CHECK_FALSE(is_home_of_person(files, clone, clone + "/h", own_user()));
  CHECK(is_home_of_person(files, folder / "home", clone, own_user()));  // elsewhere
  fs::create_directory_symlink(clone + "/h", folder / "link");
  CHECK_FALSE(is_home_of_person(files, folder / "link", clone, own_user()));
  // Of a user in no list: the folder above is theirs in a clone, and the system's elsewhere.
  CHECK(is_home_of_person(files, clone + "/h", clone, kUnlisted));
  if (own_user() == 0) {
    fs::create_directories(clone + "/h/.git");
    REQUIRE(::chown(clone.c_str(), kUnlisted, kUnlisted) == 0);
    CHECK_FALSE(is_home_of_person(files, clone + "/h", clone + "/h", kUnlisted));
  }
}

}  // namespace
}  // namespace clew
