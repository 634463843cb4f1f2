// Plans that grow, and sessions that do not know yet where they end.

#include <doctest/doctest.h>

#include "session/story_test.h"

namespace clew {
namespace {

TEST_CASE("steps are added later, at the end or after another one") {
  Story story("a\nb");
  story.add_steps("c\n  c1\n  c2");
  CHECK(story.session.structure.total == 3u);
  CHECK(number_of(story.session, story.id("c2")) == "3.2");
  story.then(AddSteps{kRoot, story.id("a"), outline("x\n  x1\ny")});
  CHECK(number_of(story.session, story.id("x")) == "2");
  CHECK(number_of(story.session, story.id("x1")) == "2.1");
  CHECK(number_of(story.session, story.id("y")) == "3");
  CHECK(number_of(story.session, story.id("b")) == "4");
  CHECK(story.session.structure.total == 5u);
  story.done("a");
  CHECK(story.current() == "x1");
  story.then(AddSteps{story.id("c"), story.id("c1"), outline("c1b | needs a")});
  CHECK(number_of(story.session, story.id("c1b")) == "5.2");
  CHECK(number_of(story.session, story.id("c2")) == "5.3");
}

TEST_CASE("a step that is called something else is the same step") {
  Story story("a\nb | needs a");
  story.done("a").note("half way");
  const Step before = story.step("b");
  story.then(NameStep{before.id, "the beginning"});
  Step expected = before;
  expected.title = "the beginning";
  CHECK(*story.session.find(before.id) == expected);
  story.then(PauseSession{}).then(NameStep{before.id, "told while nobody works"});
  CHECK(code_of(story.would(NameStep{StepId{99}, "x"})) == ErrorCode::kNotFound);
  CHECK(code_of(story.would(NameStep{kRoot, "x"})) == ErrorCode::kInvalid);
  CHECK(code_of(story.would(NameStep{before.id, ""})) == ErrorCode::kUsage);
}

TEST_CASE("a session whose steps are all done and then gets more is not done") {
  Story story("a");
  story.add_steps("b").done("a");
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  story.done("b");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("steps that cannot be added are refused") {
  Story story("a\n  a1\nb\nc");
  story.done("a1").change("b", StepVerb::kSkip);
  const auto adding = [&](StepId parent, std::optional<StepId> after, const std::string& plan) {
    return code_of(story.would(
        AddSteps{parent, after, plan.empty() ? std::vector<PlannedStep>() : outline(plan)}));
  };
  CHECK(adding(kRoot, {}, "") == ErrorCode::kUsage);
  CHECK(adding(StepId{99}, {}, "x") == ErrorCode::kNotFound);
  CHECK(adding(kRoot, StepId{99}, "x") == ErrorCode::kNotFound);
  CHECK(adding(kRoot, story.id("a1"), "x") == ErrorCode::kInvalid);
  CHECK(adding(story.id("a"), {}, "x") == ErrorCode::kInvalid);
  CHECK(adding(story.id("a1"), {}, "x") == ErrorCode::kInvalid);
  CHECK(adding(story.id("b"), {}, "x") == ErrorCode::kInvalid);
  CHECK(adding(kRoot, {}, "x | needs nobody") == ErrorCode::kInvalid);
  CHECK(adding(kRoot, story.id("b"), "x | needs c") == ErrorCode::kInvalid);
}

TEST_CASE("the depth of a plan is counted from the session") {
  Story story("s0");
  for (int i = 1; i < 64; ++i)
    story.add_steps("s" + std::to_string(i), StepId{static_cast<uint32_t>(i)});
  CHECK(code_of(story.would(AddSteps{StepId{64}, {}, outline("s64")})) == ErrorCode::kInvalid);
}

TEST_CASE("a session that does not know its end does not end by itself") {
  Story story;
  StartSession intent;
  intent.opening.goal = "keep the lights on";
  story.then(intent).add_steps("a\nb").done("a").done("b");
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK(current_step(story.session, story.actor) == kRoot);
  story.add_steps("c");
  CHECK(story.current() == "c");
  story.done("c").then(CompleteStep{});
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("a plan whose end is open does not end the session with its last step") {
  Story story;
  StartSession intent;
  intent.opening.goal = "as many phases as the specification has";
  intent.plan = outline("a");
  intent.end = PlanEnd::kOpen;
  story.then(intent).done("a");
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK(!story.session.structure.total);
  story.add_steps("b").then(RecordFact{
      StructureSettled{2, "that was all"},
      {}
  });
  story.done("b");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("steps that were counted and are still to come hold the end back") {
  Structure three;
  three.total = 3;
  Story story("a", three);
  CHECK(story.progress().total == 3);
  story.done("a");
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK(story.progress().percent == 33);
  CHECK(code_of(story.would(CompleteStep{})) == ErrorCode::kInvalid);
  story.add_steps("b\nc");
  CHECK(story.session.structure.total == 3u);
  story.done("b").done("c");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("a total may be settled later, once") {
  Story story;
  StartSession intent;
  intent.opening.goal = "g";
  story.then(intent).add_steps("a\nb");
  const auto settle = [](uint32_t total) {
    return RecordFact{
        StructureSettled{total, "counted"},
        {}
    };
  };
  CHECK(code_of(story.would(settle(0))) == ErrorCode::kInvalid);
  CHECK(code_of(story.would(settle(1))) == ErrorCode::kInvalid);
  story.then(settle(2));
  CHECK(code_of(story.would(settle(3))) == ErrorCode::kInvalid);
  story.done("a").done("b");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

}  // namespace
}  // namespace clew
