#include "sqlite/preconditions.h"

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "testing/temp_folder.h"

namespace clew {
namespace {

struct VersionRow {
  const char* what;
  int number;
  bool good;
};
constexpr VersionRow kVersions[] = {
    {"Debian's SQLite has the WAL-reset bug", 3040001, false},
    {"the last release with it",              3051002, false},
    {"the first without it",                  3051003, true },
    {"a later one",                           3053004, true },
};

TEST_CASE("a SQLite that can lose committed pages is refused") {
  for (const VersionRow& row : kVersions) {
    INFO(row.what);
    CHECK(check_sqlite_version(row.number).ok() == row.good);
  }
  CHECK(check_sqlite_version(3040001).error().message.find("3.40.1") != std::string::npos);
  CHECK(check_sqlite_version(sqlite3_libversion_number()).ok());
}

struct FileSystemRow {
  const char* name;
  uint32_t magic;
  JournalMode journal;
};
constexpr FileSystemRow kFileSystems[] = {
    {"NFS",   0x6969,     JournalMode::kRollback},
    {"SMB",   0x517b,     JournalMode::kRollback},
    {"SMB2",  0xfe534d42, JournalMode::kRollback},
    {"CIFS",  0xff534d42, JournalMode::kRollback},
    {"9p",    0x01021997, JournalMode::kRollback},
    {"FUSE",  0x65735546, JournalMode::kRollback},
    {"ext4",  0xef53,     JournalMode::kWal     },
    {"tmpfs", 0x01021994, JournalMode::kWal     },
    {"btrfs", 0x9123683e, JournalMode::kWal     },
};

TEST_CASE("a file system that is shared with other machines gets a rollback journal") {
  for (const FileSystemRow& row : kFileSystems) {
    INFO(row.name);
    CHECK(journal_for(row.magic) == row.journal);
  }
}

int mode_of(const std::string& path) {
  struct stat about{};
  REQUIRE(::stat(path.c_str(), &about) == 0);
  return static_cast<int>(about.st_mode & 0777);
}

TEST_CASE("folders and files are made for their owner alone") {
  const TempFolder folder;
  const std::string path = folder / "a/b/clew.db";
  REQUIRE(make_folder_for(path).ok());
  REQUIRE(make_private_file(path).ok());
  CHECK(mode_of(folder / "a") == 0700);
  CHECK(mode_of(folder / "a/b") == 0700);
  CHECK(mode_of(path) == 0600);
  CHECK(presence_of(path) == Presence::kEmpty);
  CHECK(presence_of(folder / "none") == Presence::kMissing);
  CHECK(presence_of(folder.path()) == Presence::kNoFile);
  write_text(path, "content");
  CHECK(presence_of(path) == Presence::kThere);
  REQUIRE(make_private_file(path).ok());
  CHECK(read_text(path) == "content");
}

TEST_CASE("a file where a folder should be is an error that names it") {
  const TempFolder folder;
  write_text(folder / "file", "x");
  const auto refused = make_folder_for(folder / "file/sub/clew.db");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().subject.find("file") != std::string::npos);
}

}  // namespace
}  // namespace clew
