#include "command/plan/revisit_step.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Plan is done and kept plan.md; Build is done and kept notes.md; Review is at hand.
void work_through(WorkspaceFixture& w) {
  w.start_plan();
  w.write("plan.md", "one\ntwo\nthree\nfour\n");
  w.must("artifact add", "paths", words("plan.md"));
  w.must("done");
  w.write("notes.md", "a note\n");
  w.must("artifact add", "paths", words("notes.md"));
  w.must("done", "words", words("coverage=83"));
}

std::string impact_in(const Answer& answer) {
  return answer.data.find("revisit")->find("impact")->as_string();
}

TEST_CASE("a named impact is carried out") {
  WorkspaceFixture w;
  work_through(w);
  const Answer answer = w.must("revisit", "step", "1", "impact", "minor", "reason", "scope");
  CHECK(answer.text ==
        "step 1 \"Plan\" revisited, minor · to be reviewed: 2 \"Build\", 3 \"Review\"");
  CHECK(w.last<StepRevisited>().reason == "scope");
  CHECK(w.session().find(StepId{2})->status == StepStatus::kNeedsReview);
}

TEST_CASE("a major revisit archives and begins again; the dry run changes nothing") {
  WorkspaceFixture w;
  work_through(w);
  const size_t before = w.events().size();
  const Answer dry = w.must("revisit", "step", "1", "impact", "major", "dry_run", true);
  CHECK(w.events().size() == before);
  CHECK_FALSE(dry.data.find("changed")->as_bool());
  CHECK(dry.text.ends_with("nothing was changed"));
  const Answer done = w.must("revisit", "step", "1", "impact", "major");
  CHECK(done.text.find("archived: notes.v1.md") != std::string::npos);
  CHECK(w.session().find(StepId{2})->status == StepStatus::kPending);
}

TEST_CASE("a moderate revisit touches the steps it names") {
  WorkspaceFixture w;
  work_through(w);
  CHECK(w.refused("revisit", "step", "1", "impact", "moderate") == ErrorCode::kUsage);
  w.must("revisit", "step", "1", "impact", "moderate", "affects", words("2"));
  CHECK(w.last<StepRevisited>().affected == std::vector<StepId>{StepId{2}});
}

TEST_CASE("without an impact the proposal is shown, and done when agreed to") {
  WorkspaceFixture w;
  work_through(w);
  const Error error = w.error("revisit", "step", "1");
  CHECK(error.code == ErrorCode::kUsage);
  CHECK(error.message.find("--impact") != std::string::npos);
  CHECK(error.message.find("--yes") != std::string::npos);
  CHECK(error.next == "clew revisit 1 --impact minor");

  std::string asked;
  w.caller.confirm = [&](const std::string& question) {
    asked = question;
    return std::optional<bool>(false);
  };
  const size_t before = w.events().size();
  CHECK_FALSE(w.must("revisit", "step", "1").data.find("changed")->as_bool());
  CHECK(asked.find("to be reviewed") != std::string::npos);
  CHECK(w.events().size() == before);

  w.caller.confirm = nullptr;
  w.caller.agreed = true;
  CHECK(impact_in(w.must("revisit", "step", "1")) == "minor");
}

TEST_CASE("the proposal grows with the change of the step's artifact") {
  WorkspaceFixture w;
  work_through(w);
  const Value::Object dry{
      {"step",    "1" },
      {"dry_run", true}
  };
  CHECK(impact_in(w.must("revisit", dry)) == "minor");
  w.write("plan.md", "all\nthings\nare\nnew\n");
  CHECK(impact_in(w.must("revisit", dry)) == "major");
  CHECK(impact_in(w.must("revisit", "step", "2", "dry_run", true)) == "minor");
}

TEST_CASE("a share of changed lines") {
  CHECK(changed_share("", "") == 0);
  CHECK(changed_share("a\nb\n", "a\nb\n") == 0);
  CHECK(changed_share("a\nb\n", "b\na") == 0);
  CHECK(changed_share("a\nb\nc\nd\n", "a\nb\nc\nx\n") == 0.25);
  CHECK(changed_share("a\n", "x\ny\n") == 1);
}

TEST_CASE("revisit says what it cannot do") {
  WorkspaceFixture w;
  work_through(w);
  CHECK(w.refused("revisit") == ErrorCode::kUsage);
  CHECK(w.refused("revisit", "step", "1", "impact", "huge") == ErrorCode::kUsage);
  CHECK(w.refused("revisit", "step", "9", "impact", "minor") == ErrorCode::kNotFound);
  w.must("step add", "title", words("Deploy"));
  CHECK(w.refused("revisit", "step", "Deploy", "impact", "minor") == ErrorCode::kInvalid);
  w.check_key("revisit", "step", "1", "impact", "minor");
}

TEST_CASE("only a moderate revisit names the steps it affects") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("done");
  w.must("done", "words", words("coverage=83"));
  const Error error = w.error("revisit", "step", "1", "impact", "minor", "affects", words("2"));
  CHECK(error.next == "clew revisit 1 --impact moderate --affects 2");
}

}  // namespace
}  // namespace clew
