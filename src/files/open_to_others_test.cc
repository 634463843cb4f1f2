#include "files/open_to_others.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "files/accounts.h"
#include "files/make_folders.h"
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

// What setfacl writes: owner rw-, user 54321 rw-, group r--, mask rw-, others ---.
void give_access(const std::string& path) {
  struct Entry {
    uint16_t tag;
    uint16_t rights;
    uint32_t id;
  };
  constexpr uint32_t kNone = 0xffffffff;
  const struct {
    uint32_t version = 2;
    Entry entries[5] = {
        {0x01, 6, kNone},
        {0x02, 6, 54321},
        {0x04, 4, kNone},
        {0x10, 6, kNone},
        {0x20, 0, kNone}
    };
  } list;
  const int set = ::setxattr(path.c_str(), "system.posix_acl_access", &list, sizeof list, 0);
  if (set != 0) MESSAGE("skipped: this file system has no access lists");
}

TEST_CASE(
    "an access list that lets another user write is seen, and one that its mask closes is not") {
  Place place;
  const std::string file = place.folder + "/state.yaml";
  REQUIRE(::chown(file.c_str(), ::geteuid(), own_user()) == 0);
  give_access(file);
  if (!place.files.has_access_list(file)) return;
  CHECK(place.open() == file);
  place.set(file, 0600);  // the group's bits are the mask
  CHECK(place.open().empty());
}

TEST_CASE("a folder made by another user in the meantime is not taken for one's own") {
  if (own_user() != 0) return;  // only root can give folders away
  Place place;
  const std::string theirs = place.folder + "/theirs";
  REQUIRE(::mkdir(theirs.c_str(), 0777) == 0);
  const auto parent = place.files.open_folder(place.folder);
  REQUIRE(parent);
  CHECK(make_missing_folder(**parent, "theirs"));  // by another process of the user
  REQUIRE(::chown(theirs.c_str(), 54321, 54321) == 0);
  const Status made = make_missing_folder(**parent, "theirs");
  REQUIRE_FALSE(made);
  CHECK(made.error().code == ErrorCode::kNotAllowed);
}

TEST_CASE("a symbolic link's own permissions say nothing") {
  Place place;
  ::unlink((place.folder + "/state.yaml").c_str());
  REQUIRE(::symlink("elsewhere", (place.folder + "/state.yaml").c_str()) == 0);
  CHECK(place.open().empty());
}

}  // namespace
}  // namespace clew
