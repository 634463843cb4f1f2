#include "project/git_index.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "project/git_command.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct IndexedLocation {
  IndexedLocation() { repo.init(); }

  std::optional<uint32_t> size(const std::string& path) {
    const auto found = find_repository(files, repo.root());
    REQUIRE(found.ok());
    REQUIRE(found->has_value());
    return size_in_index(files, **found, path);
  }
  std::string index() const { return repo.root() + "/.git/index"; }

  TempFolder temp;
  PosixFileSystem files;
  GitSandbox repo{temp / "repo"};
};

TEST_CASE("the size of a file is found in every version of the index") {
  CLEW_NEED_GIT();
  IndexedLocation location;
  CHECK_FALSE(location.size("a").has_value());
  const std::string long_name(200, 'n');
  for (const std::string& name : {std::string("a"), std::string("src/deep/one.c"),
                                  std::string("src/deep/two.c"), long_name + "/" + long_name}) {
    location.repo.commit(name, name + "\n");
  }
  location.repo.commit("z", "");
  for (const char* version : {"2", "3", "4"}) {
    CAPTURE(version);
    location.repo.git({"update-index", "--index-version", version});
    CHECK(location.size("a") == 2U);
    CHECK(location.size("src/deep/two.c") == 15U);
    CHECK(location.size(long_name + "/" + long_name) == 402U);
    CHECK(location.size("z") == 0U);
    CHECK_FALSE(location.size("src/deep").has_value());
    CHECK_FALSE(location.size("b").has_value());
  }
}

TEST_CASE("of a file that is only going to be added the flags are longer") {
  CLEW_NEED_GIT();
  IndexedLocation location;
  write_text(location.repo.root() + "/a", "soon\n");
  location.repo.git({"add", "-N", "a"});
  location.repo.commit("b", "there\n");
  CHECK(location.size("b") == 6U);
}

TEST_CASE("an index that was cut, or is none, says nothing") {
  CLEW_NEED_GIT();
  IndexedLocation location;
  for (const char* name : {"a/one", "a/two", "b"}) location.repo.commit(name, "x\n");
  for (const char* version : {"2", "4"}) {
    location.repo.git({"update-index", "--index-version", version});
    const std::string whole = read_text(location.index());
    for (size_t length = 0; length < whole.size() / 2; ++length) {
      write_text(location.index(), whole.substr(0, length));
      static_cast<void>(location.size("b"));
      CHECK_FALSE(location.size("c").has_value());
    }
    write_text(location.index(), whole);
    CHECK(location.size("b") == 2U);
  }
  write_text(location.index(), "DIRC\x7f\x7f\x7f\x7f with much more behind it than that");
  CHECK_FALSE(location.size("b").has_value());
}

// Version 4: each name is the one before without its last bytes, and some others.
std::string index_of_long_names(uint32_t count) {
  std::string bytes = "DIRC" + std::string("\0\0\0\4", 4);
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(count >> shift & 0xff);
  const std::string beginning(4000, 'n');
  for (uint32_t i = 0; i < count; ++i) {
    const std::string end = std::to_string(1'000'000 + i);
    bytes += std::string(40, '\0') + std::string(20, 'h') + "\x0f\xa7";
    bytes += i == 0 ? '\0' : '\7';
    bytes += (i == 0 ? beginning : std::string()) + end + '\0';
  }
  return bytes + std::string(20, 'c');
}

TEST_CASE("an index whose names are many times its size is not understood") {
  const auto count_names = [](uint32_t count, bool& is_whole) {
    uint32_t names = 0;
    is_whole = read_index(index_of_long_names(count), [&](const IndexEntry&) {
      ++names;
      return true;
    });
    return names;
  };
  bool is_whole = false;
  CHECK(count_names(100, is_whole) == 100);
  CHECK(is_whole);
  CHECK(count_names(20'000, is_whole) == kMaxIndexNames / 4007);
  CHECK_FALSE(is_whole);

  // Nor is git asked what makes it read such an index, whether it is the index or shared by it.
  TempFolder temp;
  PosixFileSystem files;
  std::filesystem::create_directories(temp / ".git");
  const GitRepository here{temp.path(), temp / ".git", temp / ".git"};
  for (const char* name : {"index", "sharedindex.0123"}) {
    const std::string path = temp / ".git/" + name;
    write_text(path, index_of_long_names(100));
    CHECK(overlarge_index(files, here).empty());
    write_text(path, index_of_long_names(20'000));
    CHECK(overlarge_index(files, here) == path);
    const uint64_t before = programs_started();
    CHECK_FALSE(run_git(here, {.question = GitQuestion::kUntrackedFiles}).ok());
    CHECK(programs_started() == before);
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace clew
