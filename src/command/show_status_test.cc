// status.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("status tells what somebody who comes back wants to know") {
  WorkspaceFixture w;
  w.start_plan();
  w.pass(minutes(10));
  const Answer first = w.must("status");
  const Value* before = first.data.find("resumption");
  REQUIRE(before != nullptr);
  CHECK(before->find("percent_complete")->as_int(-1) == 0);
  CHECK(before->find("phases_remaining")->as_int() == 3);
  // Nothing has passed yet: there, and null.
  REQUIRE(before->find("avg_phase_duration_ms") != nullptr);
  CHECK(before->find("avg_phase_duration_ms")->is_null());
  CHECK(before->find("time_in_phase_ms")->as_int() == minutes(10).ms);
  w.must("done");
  w.pass(minutes(25));
  const Answer second = w.must("status");
  const Value* after = second.data.find("resumption");
  CHECK(after->find("avg_phase_duration_ms")->as_int() == minutes(10).ms);
  CHECK(after->find("estimated_remaining_ms")->as_int() == minutes(20).ms);
  CHECK(after->find("is_stalled")->as_bool());
  CHECK(after->find("status")->as_string() == "possibly_stalled");
}

TEST_CASE("a gate that stayed shut is the status until it opens") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("done");
  CHECK(w.run("done", "words", words("coverage=10"))->refusal);
  const Answer failed = w.must("status");
  CHECK(failed.data.find("status")->as_string() == "checkpoint_failed");
  CHECK(failed.data.find("resumption")->find("status")->as_string() == "checkpoint_failed");
  w.must("done", "words", words("coverage=90"));
  CHECK(w.must("status").data.find("status")->as_string() == "active");
}

TEST_CASE("without a plan there is nothing to take up by phases") {
  WorkspaceFixture w;
  w.must("start", "goal", "Look around");
  CHECK(w.must("status").data.find("resumption") == nullptr);
}

}  // namespace
}  // namespace clew
