// What reading a session in a git repository asks of git: nothing while nothing moved.

#include "files/run_process.h"
#include "testing/git_sandbox.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// In a repository, a session in which a file of it was recorded, and which nobody was torn away
// from: of interrupted work a brief tells what git has not committed, and asks for it each time.
struct InRepository : WorkspaceFixture {
  InRepository() {
    surroundings.cache_folder = folder() / "cache";
    repository.init();
    repository.commit("a.txt", "a\n");
    start_plan();
    must("changed", "path", "a.txt");
    must("pause");
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
  w.repository.commit("b.txt", "b\n");
  CHECK(w.programs_of("brief") == 1);
  for (const char* verb : {"brief", "status", "list", "show"}) {
    CAPTURE(verb);
    CHECK(w.programs_of(verb) == 0);
  }
}

}  // namespace
}  // namespace clew
