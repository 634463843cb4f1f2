// What reading a session in a git repository asks of git: nothing while nothing moved.

#include "files/run_process.h"
#include "testing/git_sandbox.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// In a repository with a commit, a session in which a file of it was recorded.
struct InRepository : WorkspaceFixture {
  InRepository() {
    surroundings.cache_folder = folder() / "cache";
    repository.init();
    repository.commit("a.txt", "a\n");
    start_plan();
    repository.commit("b.txt", "b\n");
    must("changed", "path", "a.txt");
    must("note", "text", "the project is known from now on");
  }
  uint64_t programs_of(const std::string& verb) {
    const uint64_t before = programs_started();
    must(verb);
    return programs_started() - before;
  }
  GitSandbox repository{project()};
};

TEST_CASE("a read starts no program where HEAD stands at the recorded commit") {
  CLEW_NEED_GIT();
  InRepository w;
  for (const char* verb : {"status", "brief", "list", "show", "log", "view list"}) {
    CAPTURE(verb);
    CHECK(w.programs_of(verb) == 0);
  }
}

TEST_CASE("where HEAD moved, git is asked once what became of the recorded commit") {
  CLEW_NEED_GIT();
  InRepository w;
  w.repository.commit("c.txt", "c\n");
  CHECK(w.programs_of("brief") == 1);
  for (const char* verb : {"brief", "status", "list", "show"}) {
    CAPTURE(verb);
    CHECK(w.programs_of(verb) == 0);
  }
}

}  // namespace
}  // namespace clew
