#include "files/replace_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "files/posix_file_system.h"
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
struct Place {
  explicit Place(HardLinks links = HardLinks::kSupported) {
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
  Place place(links);
  const int before = place.disk.calls();
  REQUIRE(place.replace(durability).ok());
  return place.disk.calls() - before;
}

void check_old_or_new(Place& place) {
  CHECK((place.state() == kOld || place.state() == kNew));
  CHECK((place.backup() == kOlder || place.backup() == kOld));
}

constexpr HardLinks kBothLinks[] = {HardLinks::kSupported, HardLinks::kNotSupported};
constexpr Durability kBothDurabilities[] = {Durability::kDurable, Durability::kDerived};

}  // namespace

TEST_CASE("a replace puts the new content in place and the old one aside") {
  for (const HardLinks links : kBothLinks) {
    for (const Durability durability : kBothDurabilities) {
      Place place(links);
      CHECK(*place.replace(durability) == BackupOutcome::kMade);
      CHECK(place.state() == kNew);
      CHECK(place.backup() == kOld);
      CHECK_FALSE(place.has_leftovers());
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
          Place place(links);
          place.disk.fail_call(n, fault);
          const auto replaced = place.replace(durability);
          REQUIRE_FALSE(replaced.ok());
          CHECK(replaced.error().code == ErrorCode::kFailed);
          CHECK_FALSE(replaced.error().subject.empty());
          check_old_or_new(place);
          CHECK_FALSE(place.has_leftovers());
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
      Place carried_on(links);
      carried_on.disk.fail_call(n, Fault::kShortWrite);
      REQUIRE(carried_on.replace().ok());
      CHECK(carried_on.state() == kNew);
      CHECK(carried_on.backup() == kOld);

      Place full(links);
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
          Place place(links);
          place.disk.fail_call(n, Fault::kPowerOff);
          REQUIRE_FALSE(place.replace(durability).ok());
          place.disk.power_cut(seed);
          check_old_or_new(place);
        }
      }
    }
  }
}

TEST_CASE("once success was reported the new content survives any power cut") {
  for (const HardLinks links : kBothLinks) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Place place(links);
      REQUIRE(place.replace().ok());
      place.disk.power_cut(seed);
      CHECK(place.state() == kNew);
      CHECK(place.backup() == kOld);
    }
  }
}

TEST_CASE("a derived view may be put back by a power cut, but is never torn") {
  bool seen_old = false;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Place place;
    REQUIRE(place.replace(Durability::kDerived).ok());
    place.disk.power_cut(seed);
    check_old_or_new(place);
    seen_old = seen_old || place.state() == kOld;
  }
  CHECK(seen_old);
}

TEST_CASE("a damaged file never takes the place of a good backup") {
  for (const char* damaged : {"", "valid: cut o", "\x00\x01garbage"}) {
    Place place;
    place.disk.put("/home/state", damaged);
    CHECK(*place.replace() == BackupOutcome::kPresentDamaged);
    CHECK(place.state() == kNew);
    CHECK(place.backup() == kOlder);
  }
}

TEST_CASE("what another program wrote and never synced is synced before it becomes the backup") {
  const int calls = calls_of_a_replace(HardLinks::kSupported, Durability::kDurable);
  for (int n = 1; n <= calls; ++n) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      CAPTURE(n);
      CAPTURE(seed);
      Place place;
      {
        auto foreign = place.folder->open("state", OpenMode::kAppend);
        REQUIRE((*foreign)->truncate(0).ok());
        REQUIRE(write_all(**foreign, "valid: foreign\n").ok());
      }
      place.disk.fail_call(n, Fault::kPowerOff);
      REQUIRE_FALSE(place.replace().ok());
      place.disk.power_cut(seed);
      CHECK((is_valid(place.state()) || is_valid(place.backup())));
    }
  }
}

TEST_CASE("a first write makes no backup, and none is made where none is asked for") {
  Place place;
  CHECK(*replace_file(*place.folder, {"fresh", kNew, Durability::kDurable, is_valid},
                      place.machine) == BackupOutcome::kNothingThere);
  CHECK(place.disk.content("/home/fresh") == kNew);
  CHECK(*replace_file(*place.folder, {"state", kNew}, place.machine) == BackupOutcome::kNotAsked);
  CHECK(place.backup() == kOlder);
}

TEST_CASE(
    "a replace after one that was interrupted between backup and rename leaves no leftovers") {
  Place place;
  REQUIRE(place.folder->remove("state.bak").ok());
  REQUIRE(place.folder->link("state", "state.bak").ok());
  CHECK(*place.replace() == BackupOutcome::kMade);
  CHECK(place.state() == kNew);
  CHECK(place.backup() == kOld);
  CHECK_FALSE(place.has_leftovers());
}

TEST_CASE("what a killed process left behind is recognised and removed, and nothing else") {
  Place place;
  place.disk.put("/home/.state.0123456789abcdef.tmp", "half");
  place.disk.put("/home/.state.bak.0123456789abcdef.tmp", "half");
  place.disk.put("/home/.state.notes.tmp", "mine");
  place.disk.put("/home/.other.0123456789abcdef.tmp", "theirs");
  const auto lock = take_lock(*place.folder, lock_name_of("state"), place.machine);
  REQUIRE(remove_leftovers(*place.folder, "state", *lock).ok());
  CHECK(place.disk.names("/home") ==
        std::vector<std::string>{".other.0123456789abcdef.tmp", ".state.clew-lock",
                                 ".state.notes.tmp", "state", "state.bak"});
}

TEST_CASE("whoever holds the lock replaces without taking it again; others are refused") {
  Place place;
  const auto lock = take_lock(*place.folder, lock_name_of("state"), place.machine);
  REQUIRE(lock.ok());
  CHECK(place.replace().error().code == ErrorCode::kConflict);
  CHECK(place.state() == kOld);
  CHECK(replace_file(*place.folder, {"state", kNew}, place.machine, *lock).ok());
  CHECK(place.state() == kNew);
}

TEST_CASE("a replaced file keeps its permission bits, its backup too, and a new one is private") {
  for (const HardLinks links : kBothLinks) {
    Place place(links);
    REQUIRE((*place.folder->open("state", OpenMode::kRead))->set_mode(0640).ok());
    CHECK(*place.replace() == BackupOutcome::kMade);
    CHECK(place.folder->info("state")->mode == 0640);
    CHECK(place.folder->info("state.bak")->mode == 0640);
    CHECK(replace_file(*place.folder, {"fresh", kNew}, place.machine).ok());
    CHECK(place.folder->info("fresh")->mode == 0600);
  }
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
