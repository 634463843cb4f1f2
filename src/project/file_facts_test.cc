#include "project/file_facts.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Location {
  Location() { root = *files.open_folder(temp.path()); }

  FileComparison compare(const RecordedFile& recorded,
                         const std::vector<std::string>& candidates = {}) {
    ReadAllowance all;
    RenameCandidates paths(candidates);
    const auto comparison = compare_file(*root, recorded, all, &paths);
    REQUIRE(comparison.ok());
    return *comparison;
  }

  TempFolder temp;
  PosixFileSystem files;
  std::unique_ptr<Folder> root;
};

}  // namespace

TEST_CASE("a file is hashed in pieces and its lines are counted") {
  struct Row {
    std::string content;
    uint64_t lines;
  };
  const Row kRows[] = {
      {"", 0},
      {"\n", 1},
      {"a", 1},
      {"a\nb\n", 2},
      {"a\nb", 2},
      {std::string(500'000, '\n'), 500'000},
  };
  Location location;
  for (const Row& row : kRows) {
    write_text(location.temp / "sub/file", row.content);
    CHECK(*read_file_facts(*location.root, "sub/file") ==
          FileFacts{sha256(row.content), row.content.size(), row.lines});
  }
}

TEST_CASE("equal content is current, other content is changed") {
  Location location;
  const RecordedFile recorded{"a", sha256("one")};
  write_text(location.temp / "a", "one");
  CHECK(location.compare(recorded).drift == FileDrift::kCurrent);
  std::filesystem::last_write_time(location.temp / "a", std::filesystem::file_time_type());
  CHECK(location.compare(recorded).drift == FileDrift::kCurrent);
  write_text(location.temp / "a", "two!");
  const FileComparison changed = location.compare(recorded);
  CHECK(changed.drift == FileDrift::kChanged);
  CHECK(changed.now->size == 4);
}

TEST_CASE("a file that is gone is missing, or renamed to one of the paths given") {
  Location location;
  const RecordedFile recorded{"a", sha256("one")};
  write_text(location.temp / "b", "two");
  write_text(location.temp / "c/d", "one");
  CHECK(location.compare(recorded).drift == FileDrift::kMissing);
  CHECK(location.compare(recorded, {"b", "none", "../x"}).drift == FileDrift::kMissing);
  const FileComparison renamed = location.compare(recorded, {"a", "b", "c/d"});
  CHECK(renamed.drift == FileDrift::kRenamed);
  CHECK(renamed.renamed_to == "c/d");
  CHECK(renamed.now->hash == recorded.hash);
}

TEST_CASE("files that may be others by a new name are read once, however many are gone") {
  Location location;
  write_text(location.temp / "b", "two");
  write_text(location.temp / "c", "one");
  RenameCandidates candidates({"b", "c"});
  ReadAllowance all;
  REQUIRE(candidates.find(*location.root, sha256("one"), all) != nullptr);
  CHECK(candidates.find(*location.root, sha256("one"), all)->path == "c");
  CHECK(candidates.find(*location.root, sha256("three"), all) == nullptr);
  write_text(location.temp / "b", "three");
  CHECK(candidates.find(*location.root, sha256("three"), all) == nullptr);
  CHECK(candidates.find(*location.root, sha256("two"), all)->path == "b");
}

TEST_CASE("an empty file is nobody's new name") {
  Location location;
  write_text(location.temp / "b", "");
  CHECK(location.compare({"a", sha256("")}, {"b"}).drift == FileDrift::kMissing);
}

TEST_CASE("a file recorded as absent is current while it is, and changed when it comes back") {
  Location location;
  CHECK(location.compare({"a", Hash{}}).drift == FileDrift::kCurrent);
  write_text(location.temp / "a", "");
  CHECK(location.compare({"a", Hash{}}).drift == FileDrift::kChanged);
}

TEST_CASE("a folder or a symbolic link in the file's place is not read") {
  Location location;
  write_text(location.temp / "target", "one");
  std::filesystem::create_directories(location.temp / "folder");
  std::filesystem::create_symlink("target", location.temp / "link");
  for (const char* path : {"folder", "link", "../outside", "/etc/passwd"}) {
    CHECK(location.compare({path, sha256("one")}).drift == FileDrift::kUnreadable);
  }
}

TEST_CASE("what may be read is read of all files together, and a larger one is not looked at") {
  Location location;
  write_text(location.temp / "small", "12345");
  write_text(location.temp / "large", "1234567");
  ReadAllowance allowance{10};
  const RecordedFile small{"small", sha256("12345")};
  const RecordedFile large{"large", sha256("1234567")};
  CHECK(compare_file(*location.root, small, allowance)->drift == FileDrift::kCurrent);
  CHECK(allowance.left == 5);
  const auto compared = compare_file(*location.root, large, allowance);
  CHECK(compared->drift == FileDrift::kTooLarge);
  CHECK_FALSE(compared->now);
  CHECK(compare_file(*location.root, small, allowance)->drift == FileDrift::kCurrent);
  CHECK(allowance.left == 0);
  CHECK(compare_file(*location.root, small, allowance)->drift == FileDrift::kTooLarge);
}

}  // namespace clew
