// How often a call that records writes and reads the store.

#include "interface/mcp_tools/toolbox_test.h"

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

}  // namespace
}  // namespace clew
