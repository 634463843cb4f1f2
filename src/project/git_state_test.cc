#include "project/git_state.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "project/uncommitted_files.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Place {
  Place() { repo.init(); }

  GitRepository at(const std::string& path) {
    const auto found = find_repository(files, path);
    REQUIRE(found.ok());
    REQUIRE(found->has_value());
    return **found;
  }
  GitState state() { return *read_git_state(files, at(repo.root())); }

  TempFolder temp;
  PosixFileSystem files;
  GitSandbox repo{temp / "repo"};
};

}  // namespace

TEST_CASE("a repository is found from any folder below it, and not beside it") {
  CLEW_NEED_GIT();
  Place place;
  std::filesystem::create_directories(place.repo.root() + "/a/b");
  const std::string dot_git = place.repo.root() + "/.git";
  CHECK(place.at(place.repo.root() + "/a/b") == GitRepository{place.repo.root(), dot_git, dot_git});
  std::filesystem::create_directories(place.temp / "beside/.git");  // empty: no repository
  CHECK_FALSE(find_repository(place.files, place.temp / "beside")->has_value());
  CHECK(find_repository(place.files, place.temp / "none").error().code == ErrorCode::kNotFound);
}

TEST_CASE("a worktree has its own HEAD and shares the rest") {
  CLEW_NEED_GIT();
  Place place;
  const std::string first = place.repo.commit("a", "1");
  place.repo.git({"worktree", "add", "--quiet", "-b", "side", place.temp / "side"});
  const GitSandbox side(place.temp / "side");
  const std::string second = side.commit("a", "2");
  const GitRepository found = place.at(side.root());
  CHECK(found.common_dir == place.repo.root() + "/.git");
  CHECK(found.git_dir == found.common_dir + "/worktrees/side");
  CHECK(*read_git_state(place.files, found) == GitState{"side", second});
  CHECK(place.state() == GitState{"main", first});
}

TEST_CASE("a .git file that leads nowhere is reported, not passed over") {
  CLEW_NEED_GIT();
  Place place;
  for (const char* text : {"gitdir: /no/such/place\n", "gitdir:\n", "nonsense", ""}) {
    write_text(place.repo.root() + "/sub/.git", text);
    const auto found = find_repository(place.files, place.repo.root() + "/sub");
    REQUIRE_FALSE(found.ok());
    CHECK(found.error().code == ErrorCode::kCorrupt);
    CHECK(found.error().subject == place.repo.root() + "/sub/.git");
  }
}

TEST_CASE("a submodule is a repository of its own") {
  CLEW_NEED_GIT();
  Place place;
  const GitSandbox library(place.temp / "library");
  library.init();
  const std::string commit = library.commit("l", "1");
  place.repo.git({"submodule", "--quiet", "add", library.root(), "lib"});
  const GitRepository found = place.at(place.repo.root() + "/lib");
  CHECK(found.root == place.repo.root() + "/lib");
  CHECK(found.git_dir == place.repo.root() + "/.git/modules/lib");
  CHECK(*read_git_state(place.files, found) == GitState{"main", commit});
}

TEST_CASE(
    "branch and commit are read from loose refs, packed refs, a detached and an unborn HEAD") {
  CLEW_NEED_GIT();
  Place place;
  CHECK(place.state() == GitState{"main", ""});
  const std::string first = place.repo.commit("a", "1");
  CHECK(place.state() == GitState{"main", first});
  place.repo.git({"checkout", "--quiet", "-b", "feature/deep/name"});
  CHECK(place.state() == GitState{"feature/deep/name", first});
  place.repo.git({"tag", "-a", "-m", "t", "v1"});
  place.repo.git({"pack-refs", "--all", "--prune"});
  CHECK(place.state() == GitState{"feature/deep/name", first});
  const std::string second = place.repo.commit("a", "2");
  CHECK(place.state().commit == second);
  place.repo.git({"checkout", "--quiet", "--detach", first});
  CHECK(place.state() == GitState{"", first});
}

TEST_CASE("a HEAD that names another ref is followed, and one that leads outside is not") {
  CLEW_NEED_GIT();
  Place place;
  const std::string first = place.repo.commit("a", "1");
  place.repo.git({"symbolic-ref", "refs/heads/alias", "refs/heads/main"});
  place.repo.git({"symbolic-ref", "HEAD", "refs/heads/alias"});
  CHECK(place.state() == GitState{"alias", first});
  write_text(place.repo.root() + "/.git/secret", std::string(40, 'a') + "\n");
  write_text(place.repo.root() + "/.git/HEAD", "ref: refs/heads/../../secret\n");
  const auto state = read_git_state(place.files, place.at(place.repo.root()));
  CHECK((!state.ok() || state->commit != std::string(40, 'a')));
}

TEST_CASE("the variables of a git that called us do not lead us astray") {
  CLEW_NEED_GIT();
  Place place;
  const std::string first = place.repo.commit("a", "1");
  place.repo.commit("b", "2");
  ::setenv("GIT_DIR", "/no/such/place", 1);
  CHECK(*list_added_since(place.at(place.repo.root()), first) == std::vector<std::string>{"b"});
  CHECK(list_uncommitted(place.files, place.at(place.repo.root()))->files.empty());
  ::unsetenv("GIT_DIR");
}

}  // namespace clew
