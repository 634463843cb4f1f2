#include "files/replace_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "files/accounts.h"
#include "files/posix_file_system.h"
#include "files/temporary_file.h"
#include "testing/fake_machine.h"
#include "testing/faulty_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

const std::string kOlder = "valid: older\n";
const std::string kOld = "valid: old\n";
const std::string kNew = "valid: new, and somewhat longer than what was there before\n";

bool is_valid(BytesView content) { return content.starts_with("valid") && content.ends_with('\n'); }

// A folder with a file and its backup, in which one file is to be replaced.
struct Location {
  explicit Location(HardLinks links = HardLinks::kSupported) {
    disk.put("/home/state", kOld);
    disk.put("/home/state.bak", kOlder);
    disk.put("/home/.state.clew-lock", "");
    disk.set_hard_links(links);
    folder = *disk.open_folder("/home");
  }

  Result<BackupOutcome> replace(Durability durability = Durability::kDurable) {
    return replace_file(*folder, {"state", kNew, durability, is_valid}, machine);
  }
  std::string state() { return disk.content("/home/state").value_or("(gone)"); }
  std::string backup() { return disk.content("/home/state.bak").value_or("(gone)"); }
  bool has_leftovers() {
    const auto names = disk.names("/home");
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return name.ends_with(".tmp"); });
  }

  FaultyFileSystem disk;
  std::unique_ptr<Folder> folder;
  FakeMachine machine;
};

int calls_of_a_replace(HardLinks links, Durability durability) {
  Location location(links);
  const int before = location.disk.calls();
  REQUIRE(location.replace(durability).ok());
  return location.disk.calls() - before;
}

void check_old_or_new(Location& location) {
  CHECK((location.state() == kOld || location.state() == kNew));
  CHECK((location.backup() == kOlder || location.backup() == kOld));
}

constexpr HardLinks kBothLinks[] = {HardLinks::kSupported, HardLinks::kNotSupported};
constexpr Durability kBothDurabilities[] = {Durability::kDurable, Durability::kDerived};

}  // namespace

TEST_CASE("a replace puts the new content in place and the old one aside") {
  for (const HardLinks links : kBothLinks) {
    for (const Durability durability : kBothDurabilities) {
      Location location(links);
      CHECK(*location.replace(durability) == BackupOutcome::kMade);
      CHECK(location.state() == kNew);
      CHECK(location.backup() == kOld);
      CHECK_FALSE(location.has_leftovers());
    }
  }
}

TEST_CASE("each call failing in turn leaves old or new content and an error") {
  for (const HardLinks links : kBothLinks) {
    for (const Durability durability : kBothDurabilities) {
      const int calls = calls_of_a_replace(links, durability);
      for (int n = 1; n <= calls; ++n) {
        for (const Fault fault : {Fault::kIoError, Fault::kDiskFull}) {
          CAPTURE(n);
          Location location(links);
          location.disk.fail_call(n, fault);
          const auto replaced = location.replace(durability);
          REQUIRE_FALSE(replaced.ok());
          CHECK(replaced.error().code == ErrorCode::kFailed);
          CHECK_FALSE(replaced.error().subject.empty());
          check_old_or_new(location);
          CHECK_FALSE(location.has_leftovers());
        }
      }
    }
  }
}

TEST_CASE("a short write is carried on; when the disk is full after it, the old content stays") {
  for (const HardLinks links : kBothLinks) {
    const int calls = calls_of_a_replace(links, Durability::kDurable);
    int refused = 0;
    for (int n = 1; n <= calls; ++n) {
      CAPTURE(n);
      Location carried_on(links);
      carried_on.disk.fail_call(n, Fault::kShortWrite);
      REQUIRE(carried_on.replace().ok());
      CHECK(carried_on.state() == kNew);
      CHECK(carried_on.backup() == kOld);

      Location full(links);
      full.disk.fail_call(n, Fault::kShortWriteThenFull);
      const auto replaced = full.replace();
      if (!replaced.ok()) {
        ++refused;
        CHECK(replaced.error().message == "cannot write: the disk is full");
        CHECK(full.state() == kOld);
        CHECK_FALSE(full.has_leftovers());
      }
    }
    // One write for the new content; without hard links one more for the copy.
    CHECK(refused == (links == HardLinks::kSupported ? 1 : 2));
  }
}

TEST_CASE("a power cut at each call leaves old or new, and never two damaged files") {
  for (const HardLinks links : kBothLinks) {
    for (const Durability durability : kBothDurabilities) {
      const int calls = calls_of_a_replace(links, durability);
      for (int n = 1; n <= calls; ++n) {
        for (uint64_t seed = 0; seed < 40; ++seed) {
          CAPTURE(n);
          CAPTURE(seed);
          Location location(links);
          location.disk.fail_call(n, Fault::kPowerOff);
          REQUIRE_FALSE(location.replace(durability).ok());
          location.disk.power_cut(seed);
          check_old_or_new(location);
        }
      }
    }
  }
}

TEST_CASE("once success was reported the new content survives any power cut") {
  for (const HardLinks links : kBothLinks) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Location location(links);
      REQUIRE(location.replace().ok());
      location.disk.power_cut(seed);
      CHECK(location.state() == kNew);
      CHECK(location.backup() == kOld);
    }
  }
}

TEST_CASE("a derived view may be put back by a power cut, but is never torn") {
  bool seen_old = false;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Location location;
    REQUIRE(location.replace(Durability::kDerived).ok());
    location.disk.power_cut(seed);
    check_old_or_new(location);
    seen_old = seen_old || location.state() == kOld;
  }
  CHECK(seen_old);
}

TEST_CASE("a damaged file never takes the place of a good backup") {
  for (const char* damaged : {"", "valid: cut o", "\x00\x01garbage"}) {
    Location location;
    location.disk.put("/home/state", damaged);
    CHECK(*location.replace() == BackupOutcome::kPresentDamaged);
    CHECK(location.state() == kNew);
    CHECK(location.backup() == kOlder);
  }
}

TEST_CASE("what another program wrote and never synced is synced before it becomes the backup") {
  const int calls = calls_of_a_replace(HardLinks::kSupported, Durability::kDurable);
  for (int n = 1; n <= calls; ++n) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      CAPTURE(n);
      CAPTURE(seed);
      Location location;
      {
        auto foreign = location.folder->open("state", OpenMode::kAppend);
        REQUIRE((*foreign)->truncate(0).ok());
        REQUIRE(write_all(**foreign, "valid: foreign\n").ok());
      }
      location.disk.fail_call(n, Fault::kPowerOff);
      REQUIRE_FALSE(location.replace().ok());
      location.disk.power_cut(seed);
      CHECK((is_valid(location.state()) || is_valid(location.backup())));
    }
  }
}

TEST_CASE("a first write makes no backup, and none is made where none is asked for") {
  Location location;
  CHECK(*replace_file(*location.folder, {"fresh", kNew, Durability::kDurable, is_valid},
                      location.machine) == BackupOutcome::kNothingThere);
  CHECK(location.disk.content("/home/fresh") == kNew);
  CHECK(*replace_file(*location.folder, {"state", kNew}, location.machine) ==
        BackupOutcome::kNotAsked);
  CHECK(location.backup() == kOlder);
}

TEST_CASE(
    "a replace after one that was interrupted between backup and rename leaves no leftovers") {
  Location location;
  REQUIRE(location.folder->remove("state.bak").ok());
  REQUIRE(location.folder->link("state", "state.bak").ok());
  CHECK(*location.replace() == BackupOutcome::kMade);
  CHECK(location.state() == kNew);
  CHECK(location.backup() == kOld);
  CHECK_FALSE(location.has_leftovers());
}

TEST_CASE("what a killed process left behind is recognised and removed, and nothing else") {
  Location location;
  location.disk.put("/home/.state.0123456789abcdef.tmp", "half");
  location.disk.put("/home/.state.bak.0123456789abcdef.tmp", "half");
  location.disk.put("/home/.state.notes.tmp", "mine");
  location.disk.put("/home/.other.0123456789abcdef.tmp", "theirs");
  const auto lock = take_lock(*location.folder, lock_name_of("state"), location.machine);
  REQUIRE(remove_leftovers(*location.folder, "state", *lock).ok());
  CHECK(location.disk.names("/home") ==
        std::vector<std::string>{".other.0123456789abcdef.tmp", ".state.clew-lock",
                                 ".state.notes.tmp", "state", "state.bak"});
}

TEST_CASE("whoever holds the lock replaces without taking it again; others are refused") {
  Location location;
  const auto lock = take_lock(*location.folder, lock_name_of("state"), location.machine);
  REQUIRE(lock.ok());
  CHECK(location.replace().error().code == ErrorCode::kConflict);
  CHECK(location.state() == kOld);
  CHECK(replace_file(*location.folder, {"state", kNew}, location.machine, *lock).ok());
  CHECK(location.state() == kNew);
}

TEST_CASE("a replaced file keeps its permission bits, its backup too, and a new one is private") {
  for (const HardLinks links : kBothLinks) {
    Location location(links);
    REQUIRE((*location.folder->open("state", OpenMode::kRead))->set_mode(0640).ok());
    CHECK(*location.replace() == BackupOutcome::kMade);
    CHECK(location.folder->info("state")->mode == 0640);
    CHECK(location.folder->info("state.bak")->mode == 0640);
    CHECK(replace_file(*location.folder, {"fresh", kNew}, location.machine).ok());
    CHECK(location.folder->info("fresh")->mode == 0600);
  }
}

TEST_CASE("what takes the place of another user's file is private") {
  FileInfo there;
  there.mode = 0100666;
  for (const uint32_t own : {own_user(), uint32_t{0}}) {
    there.owner = own;
    CHECK(mode_after(there) == 0666);
  }
  there.owner = own_user() + 1;
  CHECK(mode_after(there) == kNewFileMode);
}

TEST_CASE("on the real disk a replaced file keeps its bits and a symbolic link is refused") {
  TempFolder temp;
  PosixFileSystem files;
  SystemMachine machine;
  write_text(temp / "state", kOld);
  using Bits = std::filesystem::perms;
  std::filesystem::permissions(temp / "state", Bits(0664));
  std::filesystem::create_symlink("state", temp / "link");
  const auto folder = files.open_folder(temp.path());
  CHECK(*replace_file(**folder, {"state", kNew, Durability::kDurable, is_valid}, machine) ==
        BackupOutcome::kMade);
  CHECK(read_text(temp / "state") == kNew);
  CHECK(read_text(temp / "state.bak") == kOld);
  CHECK((*folder)->info("state")->mode == 0664);
  CHECK((*folder)->info("state.bak")->mode == 0664);
  CHECK(replace_file(**folder, {"fresh", kNew}, machine).ok());
  CHECK((*folder)->info("fresh")->mode == 0600);
  CHECK(replace_file(**folder, {"link", kNew}, machine).error().code == ErrorCode::kNotAllowed);
  CHECK(replace_file(**folder, {"../x", kNew}, machine).error().code == ErrorCode::kNotAllowed);
  CHECK((*folder)->list()->size() == 7);  // two files, a backup, three locks and the link
}

}  // namespace clew
