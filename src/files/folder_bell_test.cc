#include "files/folder_bell.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <utility>

#include "testing/temp_folder.h"

namespace clew {

TEST_CASE("a bell rings for everything that changes in its folders, and else is silent") {
  const TempFolder temp;
  write_text(temp / "a/file", "one");
  write_text(temp / "beside/file", "one");
  FolderBell bell;
  REQUIRE(bell.listen({temp.path(), temp / "a", temp / "absent"}));
  uint64_t rings = bell.rings();
  const auto rang = [&] {
    const uint64_t before = std::exchange(rings, bell.rings());
    return before != rings;
  };
  CHECK_FALSE(rang());
  CHECK(read_text(temp / "a/file") == "one");
  write_text(temp / "beside/file", "two");
  CHECK_FALSE(rang());

  write_text(temp / "a/file", "two");
  CHECK(rang());
  CHECK_FALSE(rang());
  std::filesystem::last_write_time(temp / "a/file", std::filesystem::file_time_type::clock::now());
  CHECK(rang());
  write_text(temp / "a/new", "");
  CHECK(rang());
  std::filesystem::remove(temp / "a/new");
  CHECK(rang());
  std::filesystem::create_directory(temp / "absent");
  CHECK(rang());
  CHECK_FALSE(rang());
}

TEST_CASE("a folder that was replaced is listened to again") {
  const TempFolder temp;
  write_text(temp / "a/file", "one");
  FolderBell bell;
  REQUIRE(bell.listen({temp / "a"}));
  const uint64_t before = bell.rings();
  std::filesystem::rename(temp / "a", temp / "b");
  write_text(temp / "a/file", "two");
  const uint64_t moved = bell.rings();
  CHECK(moved != before);
  REQUIRE(bell.listen({temp / "a"}));
  write_text(temp / "a/file", "three");
  CHECK(bell.rings() != moved);
}

TEST_CASE("more than can be heard is a ring, after which it is listened to anew") {
  const TempFolder temp;
  write_text(temp / "a/file", "one");
  FolderBell bell;
  REQUIRE(bell.listen({temp / "a"}));
  const uint64_t before = bell.rings();
  for (int i = 0; i < 2000; ++i) write_text(temp / ("a/" + std::to_string(i % 2)), "x");
  const uint64_t after = bell.rings();
  CHECK(after != before);
  CHECK(bell.rings() == after);  // what was left unheard is gone
  REQUIRE(bell.listen({temp / "a"}));
  write_text(temp / "a/file", "two");
  CHECK(bell.rings() != after);
}

TEST_CASE("a way through a symbolic link is not listened to") {
  const TempFolder temp;
  write_text(temp / "a/file", "one");
  std::filesystem::create_symlink("a", temp / "link");
  FolderBell bell;
  CHECK_FALSE(bell.listen({temp / "link"}));
  FolderBell deaf;  // it listens to nothing yet: its silence says nothing
  const uint64_t rings = deaf.rings();
  CHECK(deaf.rings() != rings);
}

}  // namespace clew
