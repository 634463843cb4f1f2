// Sessions that begin here, seen through the dialect after each intent.

#include <doctest/doctest.h>

#include "dialect/workflow/sample_test.h"
#include "session/resumption.h"

namespace clew {
namespace {

void check_valid(const Born& born) {
  const FileSet files = born.written();
  const auto readings = workflow_dialect().read(files);
  CHECK(rule_text(readings.findings) == "");
  REQUIRE(readings.sessions.size() == 1);
  CHECK(workflow_dialect().write(readings.sessions[0].session, {})->files == files.files);
}

}  // namespace

TEST_CASE("a session born here is valid after every event, and grows by edits of its text") {
  Born born({planned("Freeze"), planned("Test", "coverage >= 80"), planned("Tag")});
  check_valid(born);
  FileSet view = born.written();
  const auto follow = [&] {
    check_valid(born);
    const auto edited = workflow_dialect().write(born.session, view);
    REQUIRE(edited.ok());
    CHECK(parse_json(edited->files[0].text)->as_object().size() ==
          parse_json(born.written().files[0].text)->as_object().size());
    const auto reported_again = workflow_dialect().write(read_one(*edited), {});
    CHECK(reported_again->files == born.written().files);
    view = *edited;
  };

  born.wait(minutes(30));
  follow();
  born.done();
  follow();
  Value tree = born.tree();
  CHECK(tree.find("current_phase")->as_int() == 1);
  CHECK(text_in(*tree.find("phase_timing")->find("0"), "completed_at") ==
        "2026-11-16T09:30:00.000Z");
  CHECK(*tree.find("phase_timing")->find("0")->find("duration_seconds") == Value(1800));

  born.wait(minutes(20)).done(shown("coverage", 65));
  follow();
  tree = born.tree();
  CHECK(text_in(*tree.find("checkpoints"), "1") == "failed");
  CHECK(tree.find("phase_timing")->find("1")->find("completed_at") == nullptr);
  CHECK(*tree.find("phase_artifacts")->find("1")->find("evidence")->find("coverage") == Value(65));
  CHECK(resumption_context(born.session, born.now).status == ResumptionStatus::kCheckpointFailed);

  born.then(PauseSession{"user_request", "more tests"}).wait(hours(2));
  follow();
  tree = born.tree();
  CHECK(text_in(*tree.find("lifecycle"), "paused_reason") == "user_request");
  CHECK(text_in(*tree.find("lifecycle"), "paused_context") == "more tests");
  born.then(ResumeSession{}).wait(minutes(10));
  follow();
  tree = born.tree();
  CHECK(tree.find("lifecycle")->find("resume_count")->as_int() == 1);
  CHECK(*tree.find("phase_timing")->find("1")->find("paused_duration_seconds") == Value(7200));

  born.done(shown("coverage", 81, EvidenceSource::kMeasured));
  follow();
  tree = born.tree();
  CHECK(text_in(*tree.find("checkpoints"), "1") == "passed");
  CHECK(*tree.find("phase_timing")->find("1")->find("duration_seconds") == Value(600));
  const Value* exact = tree.find("metadata")->find("clew")->find("phases")->find("1");
  REQUIRE(exact->find("attempts") != nullptr);
  CHECK(exact->find("attempts")->as_list().size() == 1);
  CHECK(text_in(exact->find("attempts")->as_list()[0], "outcome") == "failed");
  CHECK(*exact->find("attempt")->find("measured") == Value(Value::List{Value("coverage")}));

  CommandRan ran;
  ran.command = "git";
  ran.arguments = "tag v3";
  born.then(RecordFact{ran, {}});
  follow();
  born.then(ChangeStep{{}, StepVerb::kBlock, "no key", {}});
  follow();
  born.then(ChangeStep{{}, StepVerb::kUnblock, "", {}});
  born.wait(minutes(5)).done();
  follow();
  tree = born.tree();
  CHECK(tree.find("lifecycle")->find("completed")->as_bool());
  CHECK(tree.find("current_phase")->as_int() == 2);
  CHECK(born.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("sub-steps, a revisit and an end before the end are told and come back") {
  std::vector<PlannedStep> plan = {planned("Build"), planned("compile"), planned("link"),
                                   planned("Ship")};
  plan[1].parent = plan[2].parent = 0;
  Born born(plan, {"build_v1", "", 1, 2});
  check_valid(born);
  born.done();
  check_valid(born);
  Value tree = born.tree();
  CHECK(tree.find("current_phase")->as_int() == 1);
  born.done().done();
  check_valid(born);
  CHECK(born.session.lifecycle.status == Lifecycle::kCompleted);
  born.then(RevisitStep{StepId{1}, Impact::kMajor, "a bug", {}});
  check_valid(born);
  born.then(CloseSession{Lifecycle::kAborted, "no money"});
  check_valid(born);
  const Session back = read_one(born.written());
  CHECK(back.lifecycle == born.session.lifecycle);
  CHECK(back.steps[1].attempts == born.session.steps[1].attempts);
}

TEST_CASE("a plan that is not all known yet stays as known as it is") {
  Born dynamic({planned("Read the spec")}, {"from_spec_v1", "1", 0, 3});
  check_valid(dynamic);
  CHECK(read_one(dynamic.written()).steps.size() == 2);
  Session open = dynamic.session;
  open.structure.total.reset();
  const auto files = workflow_dialect().write(open, {});
  REQUIRE(files.ok());
  const Session back = read_one(*files);
  CHECK(!back.structure.total);
  CHECK(back.steps.size() == 2);
  CHECK(back.steps[1].title == "Read the spec");
}

TEST_CASE("the resumption context is the progress of the session") {
  Born born({planned("a"), planned("b"), planned("c"), planned("d")});
  const auto now = [&] { return resumption_context(born.session, born.now); };
  CHECK(now().percent_complete == 0);
  CHECK(now().phases_remaining == 4);
  CHECK(!now().avg_phase_duration);
  CHECK(now().time_in_phase == Duration{0});
  born.wait(minutes(30)).done().wait(minutes(50)).done();
  born.wait(minutes(20));
  ResumptionContext context = now();
  CHECK(context.percent_complete == 50);
  CHECK(context.phases_remaining == 2);
  CHECK(context.avg_phase_duration == minutes(40));
  CHECK(context.estimated_remaining == minutes(80));
  CHECK(context.time_in_phase == minutes(20));
  CHECK(!context.is_stalled);
  CHECK(context.status == ResumptionStatus::kActive);
  born.wait(minutes(61));
  CHECK(now().is_stalled);
  CHECK(now().status == ResumptionStatus::kPossiblyStalled);
  const Progress at = progress(born.session, {}, born.now);
  CHECK(at.percent == now().percent_complete);
  CHECK(at.in_step == now().time_in_phase);
  born.then(ChangeStep{{}, StepVerb::kFail, "broken", {}});
  CHECK(now().status == ResumptionStatus::kCheckpointFailed);
  born.then(PauseSession{"user_request", ""});
  CHECK(now().status == ResumptionStatus::kPaused);
  born.then(CloseSession{Lifecycle::kAbandoned, ""});
  CHECK(now().status == ResumptionStatus::kPaused);
  CHECK(name_of(ResumptionStatus::kPossiblyStalled) == std::string("possibly_stalled"));
}

TEST_CASE("the resumption context counts phases, whatever parts they have") {
  std::vector<PlannedStep> plan{planned("a"), planned("a1"), planned("a2"), planned("a3"),
                                planned("b")};
  for (size_t part = 1; part <= 3; ++part) plan[part].parent = 0;
  Born born(plan);
  born.wait(minutes(10)).done().wait(minutes(10)).done().wait(minutes(5));
  ResumptionContext context = resumption_context(born.session, born.now);
  CHECK(context.percent_complete == 0);
  CHECK(context.phases_remaining == 2);
  CHECK(!context.avg_phase_duration);
  CHECK(context.time_in_phase == minutes(25));
  born.wait(minutes(5)).done().wait(minutes(61));
  context = resumption_context(born.session, born.now);
  CHECK(context.percent_complete == 50);
  CHECK(context.phases_remaining == 1);
  CHECK(context.avg_phase_duration == minutes(30));
  CHECK(context.estimated_remaining == minutes(30));
  CHECK(context.time_in_phase == minutes(61));
  CHECK(context.is_stalled);
}

TEST_CASE("while nobody knows how many phases there are, nobody says what remains") {
  Born born({planned("a"), planned("b")});
  born.wait(minutes(10)).done();
  born.session.structure.total.reset();
  const ResumptionContext context = resumption_context(born.session, born.now);
  CHECK(!context.percent_complete);
  CHECK(!context.phases_remaining);
  CHECK(!context.estimated_remaining);
  CHECK(context.avg_phase_duration == minutes(10));
}

TEST_CASE("a session that nobody touched for a day shows as paused") {
  Born born({planned("a"), planned("b")});
  born.wait(hours(30));
  CHECK(resumption_context(born.session, born.now).status == ResumptionStatus::kPaused);
}

}  // namespace clew
