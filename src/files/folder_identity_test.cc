#include "files/folder_identity.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "testing/temp_folder.h"

namespace clew {

TEST_CASE("a folder keeps its mark under another name, and one made in its place has another") {
  TempFolder temp;
  std::filesystem::create_directory(temp / "old");
  const std::string mark = folder_mark(temp / "old");
  if (mark.empty()) {
    MESSAGE("skipped: this file system does not keep when a folder was made");
    return;
  }
  std::filesystem::rename(temp / "old", temp / "new");
  CHECK(folder_mark(temp / "new") == mark);
  CHECK(folder_mark(temp / "old").empty());
  std::filesystem::remove(temp / "new");
  std::filesystem::create_directory(temp / "old");
  CHECK(folder_mark(temp / "old") != mark);
  write_text(temp / "file", "no folder");
  CHECK(folder_mark(temp / "file").empty());
}

}  // namespace clew
