#include "files/open_to_others.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/accounts.h"
#include "files/posix_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Place {
  Place() {
    ::mkdir(folder.c_str(), 0700);
    write_text(folder + "/state.yaml", "");
    set(folder + "/state.yaml", 0600);
  }
  void set(const std::string& path, mode_t mode) { REQUIRE(::chmod(path.c_str(), mode) == 0); }
  std::string open(uint32_t user = own_user()) {
    return open_to_others(files, folder, {"missing.yaml", "state.yaml"}, user);
  }
  TempFolder temp;
  std::string folder = temp / "view";
  PosixFileSystem files;
};

TEST_CASE("private files in private folders are open to nobody") {
  Place place;
  CHECK(place.open().empty());
  CHECK(folder_of_others(place.files, place.folder + "/not/there", own_user()).empty());
}

TEST_CASE("a file that everybody may write is open to others, and so is one of another user") {
  Place place;
  place.set(place.folder + "/state.yaml", 0666);
  CHECK(place.open() == place.folder + "/state.yaml");
  place.set(place.folder + "/state.yaml", 0644);
  CHECK(place.open().empty());
  if (own_user() == 0) return;  // what belongs to root is never another's
  CHECK(place.open(own_user() + 1) == place.folder + "/state.yaml");
}

TEST_CASE("a folder that everybody may write opens what is below it, unless it is sticky") {
  Place place;
  place.set(place.temp.path(), 0777);
  CHECK(place.open() == place.temp.path());
  CHECK(folder_of_others(place.files, place.folder, own_user()) == place.temp.path());
  place.set(place.temp.path(), 01777);
  CHECK(place.open().empty());
  place.set(place.temp.path(), 0700);
}

TEST_CASE("a symbolic link's own permissions say nothing") {
  Place place;
  ::unlink((place.folder + "/state.yaml").c_str());
  REQUIRE(::symlink("elsewhere", (place.folder + "/state.yaml").c_str()) == 0);
  CHECK(place.open().empty());
}

}  // namespace
}  // namespace clew
