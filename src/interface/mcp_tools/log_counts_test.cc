// How often a call writes and reads the store, and that finding a session starts no program.

#include "files/run_process.h"
#include "interface/mcp_tools/toolbox_test.h"
#include "testing/git_sandbox.h"

namespace clew {
namespace {

// The agent's binding: to find the session, and in the transaction that changes it.
constexpr int kReadsAtFirstLog = 2;

TEST_CASE("the first session_log of a connection: one transaction, which binds the agent") {
  ToolboxFixture t;
  t.w.start_plan();
  t.w.surroundings.session.clear();
  t.w.store().counts = {};
  t.must("session_log",
         {
             {"entries", Value::List{Value(Value::Object{{"type", "note"}, {"text", "seen"}})}}
  });
  const StoreCounts& counts = t.w.store().counts;
  CHECK(counts.begun == 1);
  CHECK(counts.committed == 1);
  CHECK_MESSAGE(counts.most_read() == kReadsAtFirstLog, counts.read_again());
  CHECK(counts.loads.at(t.w.only_session()) == 1);
}

TEST_CASE("session_find in a repository starts no program while HEAD has not moved") {
  CLEW_NEED_GIT();
  ToolboxFixture t;
  const GitSandbox repository(t.w.project());
  t.w.surroundings.cache_folder = t.w.folder() / "cache";
  repository.init();
  repository.commit("a.txt", "a\n");
  t.w.start_plan();
  t.w.must("note", "text", "the project is known from now on");
  const uint64_t before = programs_started();
  t.must("session_find", {});
  t.must("session_find", {
                             {"session", t.w.only_session().text}
  });
  CHECK(programs_started() == before);
}

}  // namespace
}  // namespace clew
