#include "project/git_index.h"

#include <doctest/doctest.h>

#include "files/posix_file_system.h"
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

}  // namespace
}  // namespace clew
