#include "project/git_index.h"

#include <doctest/doctest.h>

#include "files/posix_file_system.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct IndexedPlace {
  IndexedPlace() { repo.init(); }

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
  IndexedPlace place;
  CHECK_FALSE(place.size("a").has_value());
  const std::string long_name(200, 'n');
  for (const std::string& name : {std::string("a"), std::string("src/deep/one.c"),
                                  std::string("src/deep/two.c"), long_name + "/" + long_name}) {
    place.repo.commit(name, name + "\n");
  }
  place.repo.commit("z", "");
  for (const char* version : {"2", "3", "4"}) {
    CAPTURE(version);
    place.repo.git({"update-index", "--index-version", version});
    CHECK(place.size("a") == 2U);
    CHECK(place.size("src/deep/two.c") == 15U);
    CHECK(place.size(long_name + "/" + long_name) == 402U);
    CHECK(place.size("z") == 0U);
    CHECK_FALSE(place.size("src/deep").has_value());
    CHECK_FALSE(place.size("b").has_value());
  }
}

TEST_CASE("of a file that is only going to be added the flags are longer") {
  CLEW_NEED_GIT();
  IndexedPlace place;
  write_text(place.repo.root() + "/a", "soon\n");
  place.repo.git({"add", "-N", "a"});
  place.repo.commit("b", "there\n");
  CHECK(place.size("b") == 6U);
}

TEST_CASE("an index that was cut, or is none, says nothing") {
  CLEW_NEED_GIT();
  IndexedPlace place;
  for (const char* name : {"a/one", "a/two", "b"}) place.repo.commit(name, "x\n");
  for (const char* version : {"2", "4"}) {
    place.repo.git({"update-index", "--index-version", version});
    const std::string whole = read_text(place.index());
    for (size_t length = 0; length < whole.size() / 2; ++length) {
      write_text(place.index(), whole.substr(0, length));
      static_cast<void>(place.size("b"));
      CHECK_FALSE(place.size("c").has_value());
    }
    write_text(place.index(), whole);
    CHECK(place.size("b") == 2U);
  }
  write_text(place.index(), "DIRC\x7f\x7f\x7f\x7f with much more behind it than that");
  CHECK_FALSE(place.size("b").has_value());
}

}  // namespace
}  // namespace clew
