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

struct Location {
  Location() { repo.init(); }

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
  Location location;
  std::filesystem::create_directories(location.repo.root() + "/a/b");
  const std::string dot_git = location.repo.root() + "/.git";
  CHECK(location.at(location.repo.root() + "/a/b") ==
        GitRepository{location.repo.root(), dot_git, dot_git});
  std::filesystem::create_directories(location.temp / "beside/.git");  // empty: no repository
  CHECK_FALSE(find_repository(location.files, location.temp / "beside")->has_value());
  CHECK(find_repository(location.files, location.temp / "none").error().code ==
        ErrorCode::kNotFound);
}

TEST_CASE("a worktree has its own HEAD and shares the rest") {
  CLEW_NEED_GIT();
  Location location;
  const std::string first = location.repo.commit("a", "1");
  location.repo.git({"worktree", "add", "--quiet", "-b", "side", location.temp / "side"});
  const GitSandbox side(location.temp / "side");
  const std::string second = side.commit("a", "2");
  const GitRepository found = location.at(side.root());
  CHECK(found.common_dir == location.repo.root() + "/.git");
  CHECK(found.git_dir == found.common_dir + "/worktrees/side");
  CHECK(*read_git_state(location.files, found) == GitState{"side", second});
  CHECK(location.state() == GitState{"main", first});
}

TEST_CASE("a .git file that leads nowhere is reported, not passed over") {
  CLEW_NEED_GIT();
  Location location;
  for (const char* text : {"gitdir: /no/such/place\n", "gitdir:\n", "nonsense", ""}) {
    write_text(location.repo.root() + "/sub/.git", text);
    const auto found = find_repository(location.files, location.repo.root() + "/sub");
    REQUIRE_FALSE(found.ok());
    CHECK(found.error().code == ErrorCode::kCorrupt);
    CHECK(found.error().subject == location.repo.root() + "/sub/.git");
  }
}

TEST_CASE("a submodule is a repository of its own") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox library(location.temp / "library");
  library.init();
  const std::string commit = library.commit("l", "1");
  location.repo.git({"submodule", "--quiet", "add", library.root(), "lib"});
  const GitRepository found = location.at(location.repo.root() + "/lib");
  CHECK(found.root == location.repo.root() + "/lib");
  CHECK(found.git_dir == location.repo.root() + "/.git/modules/lib");
  CHECK(*read_git_state(location.files, found) == GitState{"main", commit});
}

TEST_CASE(
    "branch and commit are read from loose refs, packed refs, a detached and an unborn HEAD") {
  CLEW_NEED_GIT();
  Location location;
  CHECK(location.state() == GitState{"main", ""});
  const std::string first = location.repo.commit("a", "1");
  CHECK(location.state() == GitState{"main", first});
  location.repo.git({"checkout", "--quiet", "-b", "feature/deep/name"});
  CHECK(location.state() == GitState{"feature/deep/name", first});
  location.repo.git({"tag", "-a", "-m", "t", "v1"});
  location.repo.git({"pack-refs", "--all", "--prune"});
  CHECK(location.state() == GitState{"feature/deep/name", first});
  const std::string second = location.repo.commit("a", "2");
  CHECK(location.state().commit == second);
  location.repo.git({"checkout", "--quiet", "--detach", first});
  CHECK(location.state() == GitState{"", first});
}

TEST_CASE("a HEAD that names another ref is followed, and one that leads outside is not") {
  CLEW_NEED_GIT();
  Location location;
  const std::string first = location.repo.commit("a", "1");
  location.repo.git({"symbolic-ref", "refs/heads/alias", "refs/heads/main"});
  location.repo.git({"symbolic-ref", "HEAD", "refs/heads/alias"});
  CHECK(location.state() == GitState{"alias", first});
  write_text(location.repo.root() + "/.git/secret", std::string(40, 'a') + "\n");
  write_text(location.repo.root() + "/.git/HEAD", "ref: refs/heads/../../secret\n");
  const auto state = read_git_state(location.files, location.at(location.repo.root()));
  CHECK((!state.ok() || state->commit != std::string(40, 'a')));
}

TEST_CASE("the variables of a git that called us do not lead us astray") {
  CLEW_NEED_GIT();
  Location location;
  const std::string first = location.repo.commit("a", "1");
  location.repo.commit("b", "2");
  ::setenv("GIT_DIR", "/no/such/place", 1);
  CHECK(*list_added_since(location.at(location.repo.root()), first) ==
        std::vector<std::string>{"b"});
  CHECK(list_uncommitted(location.files, location.at(location.repo.root()))->files.empty());
  ::unsetenv("GIT_DIR");
}

}  // namespace clew
