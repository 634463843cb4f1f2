// Lists that agents keep beside a plan: aids to a step, and items that are put back.

#include <doctest/doctest.h>

#include "session/story_test.h"

namespace clew {
namespace {

TEST_CASE("a step that is put back waits as if nobody had begun it") {
  Story story("all | any\n  x\n  other");
  REQUIRE(story.status("x") == StepStatus::kActive);
  story.then(ChangeStep{story.id("x"), StepVerb::kPutBack, "later", {}});
  CHECK(story.status("x") == StepStatus::kPending);
  CHECK(story.step("x").attempts.back().outcome == AttemptOutcome::kAbandoned);
  story.then(StartStep{story.id("x")});
  CHECK(story.step("x").attempt_count == 2);
}

TEST_CASE("a step is not done with what only was an aid to it") {
  Story story("plan\nbuild");
  AddSteps wish;
  wish.parent = story.id("plan");
  wish.plan = outline("list | any\n  one");
  wish.plan.front().aside = true;
  story.then(wish).done("one");
  CHECK(story.status("list") == StepStatus::kDone);
  CHECK(story.status("plan") == StepStatus::kActive);
  CHECK(story.status("build") == StepStatus::kPending);
  story.done("plan");
  CHECK(story.status("build") == StepStatus::kActive);
}

TEST_CASE("a step with parts of its own is done with the last part, aids included") {
  Story story("plan\n  part\nbuild");
  AddSteps wish;
  wish.parent = story.id("plan");
  wish.plan = outline("list");
  wish.plan.front().aside = true;
  story.then(wish).done("part");
  CHECK(story.status("plan") == StepStatus::kActive);
  story.done("list");
  CHECK(story.status("plan") == StepStatus::kDone);
}

}  // namespace
}  // namespace clew
