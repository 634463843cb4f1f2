// status.

#include "command/show/show_status.h"
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

StepId put_under(Session& session, StepId parent, size_t location, const std::string& title) {
  Step step;
  step.id = StepId{static_cast<uint32_t>(session.steps.size())};
  step.parent = parent;
  step.title = title;
  auto& siblings = session.steps[parent.number].children;
  siblings.insert(siblings.begin() + static_cast<long>(location), step.id);
  session.steps.push_back(step);
  return step.id;
}

TEST_CASE("steps are listed in the order of the plan, and what is not counted is marked") {
  WorkspaceFixture w;
  w.start_plan();
  Session session = w.session();
  const StepId plan = session.root().children.at(0);
  const StepId list = put_under(session, plan, 0, "Agent's list");
  session.steps[list.number].quarantined = true;
  put_under(session, list, 0, "Read");
  put_under(session, kRoot, 1, "Sketch");
  const Value fields = status_fields(session, World());
  std::string shown;
  int64_t counted = 0;
  for (const auto& step : fields.find("steps")->as_list()) {
    shown += step.find("title")->as_string();
    const Value* quarantined = step.find("aside");
    if (quarantined == nullptr) ++counted;
    shown += quarantined == nullptr ? "; " : quarantined->as_bool() ? " (aside); " : " (?); ";
  }
  CHECK(shown == "Plan; Agent's list (aside); Read (aside); Sketch; Build; Review; ");
  CHECK(fields.find("steps_total")->as_int() == counted);
}

TEST_CASE("without a plan there is nothing to take up by phases") {
  WorkspaceFixture w;
  w.must("start", "goal", "Look around");
  CHECK(w.must("status").data.find("resumption") == nullptr);
}

}  // namespace
}  // namespace clew
