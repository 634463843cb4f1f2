// How often commands write and read the store, load the session and look for the repository.

#include "testing/git_sandbox.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// The first sees that there is a view, and is rolled back: nobody waits for the locks of files with
// the store locked.
constexpr int kBegunWithView = 2;
// Which id the session has in the dialect is looked up by several parts of an export.
constexpr int kReadsAtExport = 3;

TEST_CASE("done STEP -- CMD: one transaction, the session loaded before and after the program") {
  CLEW_NEED_GIT();
  WorkspaceFixture w;
  const GitSandbox git(w.project());
  git.init();
  git.commit("a.txt", "a\n");
  w.start_plan();
  w.must("note", "text", "the project is known from now on");
  w.store().counts = {};
  w.counted_files().looked_at.clear();
  w.must("done", "words", words("1"), "command", Value::List{"true"});
  const StoreCounts& counts = w.store().counts;
  CHECK(counts.begun == 1);
  CHECK(counts.committed == 1);
  CHECK_MESSAGE(counts.most_read() <= 1, counts.read_again());
  CHECK(counts.loads.at(SessionId(w.surroundings.session)) == 2);
  CHECK(w.counted_files().looked_at[w.project() + "/.git/HEAD"] <= 1);
}

TEST_CASE("a command in a session with a view: the view is locked between two transactions") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("view attach", "dialect", "orchestration");
  w.store().counts = {};
  w.must("note", "text", "seen");
  CHECK(w.store().counts.begun == kBegunWithView);
  CHECK(w.store().counts.committed == 1);
}

TEST_CASE("export of the log: no transaction, and the session loaded at most once") {
  WorkspaceFixture w;
  w.start_plan();
  w.store().counts = {};
  w.must("export", "log", true);
  StoreCounts& counts = w.store().counts;
  CHECK(counts.begun == 0);
  CHECK_MESSAGE(counts.most_read() <= 1, counts.read_again());
  CHECK(counts.loads[SessionId(w.surroundings.session)] <= 1);
}

TEST_CASE("export to a dialect: no transaction") {
  WorkspaceFixture w;
  w.start_plan();
  w.store().counts = {};
  w.must("export", "to", "orchestration", "out", "out");
  StoreCounts& counts = w.store().counts;
  CHECK(counts.begun == 0);
  CHECK_MESSAGE(counts.most_read() == kReadsAtExport, counts.read_again());
  CHECK(counts.loads[SessionId(w.surroundings.session)] == 1);
}

}  // namespace
}  // namespace clew
