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
  AddSteps intent;
  intent.parent = story.id("plan");
  intent.plan = outline("list | any\n  one");
  intent.plan.front().quarantined = true;
  story.then(intent).done("one");
  CHECK(story.status("list") == StepStatus::kDone);
  CHECK(story.status("plan") == StepStatus::kActive);
  CHECK(story.status("build") == StepStatus::kPending);
  story.done("plan");
  CHECK(story.status("build") == StepStatus::kActive);
}

AddSteps aid_to(const Story& story, const std::string& step, const std::string& list) {
  AddSteps intent;
  intent.parent = step.empty() ? kRoot : story.id(step);
  intent.plan = outline(list);
  intent.plan.front().quarantined = true;
  return intent;
}

TEST_CASE("a step with parts of its own is done with the last part, and its aids end with it") {
  Story story("plan\n  part\nbuild");
  story.then(aid_to(story, "plan", "list | any\n  one\n  two")).as("agent:1");
  story.then(StartStep{story.id("one")}).as("ana").done("part");
  CHECK(story.status("plan") == StepStatus::kDone);
  for (const char* aid : {"list", "one", "two"}) {
    CHECK(story.status(aid) == StepStatus::kSkipped);
    CHECK(story.step(aid).status_reason == "step 1 \"plan\" is done");
  }
  CHECK(story.status("build") == StepStatus::kActive);
}

TEST_CASE("open aids keep no step from being done, and its gate is asked as ever") {
  Story story("plan | gate coverage >= 80\nbuild");
  story.then(aid_to(story, "plan", "list | any\n  one"));
  story.as("agent:1").then(StartStep{story.id("one")}).as("ana");
  CompleteStep done;
  done.evidence = shown("coverage", int64_t{70});
  story.then(done);
  CHECK(story.status("plan") == StepStatus::kActive);
  CHECK(story.status("one") == StepStatus::kActive);
  done.evidence = shown("coverage", int64_t{90});
  story.then(done);
  CHECK(story.status("plan") == StepStatus::kDone);
  CHECK(story.status("one") == StepStatus::kSkipped);
  CHECK(story.step("plan").passed_attempt()->evidence.items.size() == 1);
}

TEST_CASE("an aid is nobody's next step, not even its own agent's") {
  Story story("plan\nbuild\nship");
  story.then(aid_to(story, "plan", "list | any\n  one\n  two")).as("agent:1");
  story.then(StartStep{story.id("one")});
  CHECK(story.current() == "plan");
  CHECK(story.as("ana").current() == "plan");
  CHECK(story.ready().empty());
  CHECK(story.progress().total == 3);
  story.as("agent:1").done("one");
  CHECK(story.status("two") == StepStatus::kPending);
  CHECK(story.progress().percent == 0);
  story.as("ana").done("plan");
  CHECK(story.progress().percent == 33);
}

TEST_CASE("an aid can be begun at any time, and holds up no step beside it") {
  Story story("plan\n  first\nbuild");
  story.then(aid_to(story, "plan", "list | any\n  one")).add_steps("second", story.id("plan"));
  CHECK(story.try_to(StartStep{story.id("one")}));
  story.done("first");
  CHECK(story.current() == "second");
  CHECK(story.try_to(StartStep{story.id("second")}));
}

TEST_CASE("aids at the top are no steps that the plan counts, and end with the session") {
  Story story("plan");
  story.then(aid_to(story, "", "list | any\n  one"));
  CHECK(story.session.structure.total == 1u);
  story.done("plan");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
  CHECK(story.status("one") == StepStatus::kSkipped);
}

TEST_CASE("where there is nothing but aids, they are the plan") {
  Story story("");
  story.then(aid_to(story, "", "list | any\n  one\n  two"));
  CHECK(story.current() == "one");
  story.done("one");
  CHECK(story.progress().percent == 50);
  story.then(CloseSession{Lifecycle::kCompleted, ""});
  CHECK(story.status("two") == StepStatus::kSkipped);
}

TEST_CASE("an aid moves no step of the plan, whatever becomes of it") {
  Story story("plan\n  part\nbuild");
  story.then(aid_to(story, "plan", "list | any\n  one\n  two"));
  story.then(ChangeStep{story.id("part"), StepVerb::kBlock, "no key", {}});
  story.then(ChangeStep{story.id("plan"), StepVerb::kReview, "ana must look", {}});
  story.as("agent:1").then(StartStep{story.id("one")}).done("one").done("two");
  CHECK(story.status("list") == StepStatus::kDone);
  CHECK(story.status("plan") == StepStatus::kNeedsReview);
  CHECK(story.step("plan").status_reason == "ana must look");
  CHECK(story.step("plan").attempt_count == 1);
}

TEST_CASE("an aid can be begun below a step that is blocked or failed") {
  for (const StepVerb verb : {StepVerb::kBlock, StepVerb::kFail}) {
    Story story("plan\nbuild");
    story.then(aid_to(story, "plan", "list | any\n  one"));
    story.then(ChangeStep{story.id("plan"), verb, "no key", {}});
    CHECK(story.as("agent:1").try_to(StartStep{story.id("one")}));
  }
}

TEST_CASE("whoever completes an item goes on in that list, never in another one") {
  Story story("");
  story.then(aid_to(story, "", "list a | any\n  one"));
  story.then(aid_to(story, "", "list b | any\n  two"));
  story.as("agent:1").done("one");
  CHECK(story.status("two") == StepStatus::kPending);
}

TEST_CASE("a revisit changes no list but its own") {
  for (const Impact impact : {Impact::kMinor, Impact::kMajor}) {
    Story story("plan\nbuild");
    story.then(aid_to(story, "plan", "list a | any\n  one\n  two"));
    story.then(aid_to(story, "plan", "list b | any\n  three"));
    story.as("agent:1").done("one").done("three");
    const Story before = story;
    story.then(RevisitStep{story.id("one"), impact, "", {}});
    CHECK(story.status("three") == StepStatus::kDone);
    CHECK(story.status("list b") == StepStatus::kDone);
    story = before;
    story.as("ana").done("plan").then(RevisitStep{story.id("plan"), impact, "", {}});
    CHECK(story.status("three") == StepStatus::kDone);
  }
}

TEST_CASE("a skipped step takes all of its aids along") {
  Story story("plan\nbuild");
  story.then(aid_to(story, "plan", "list | any\n  one\n  two"));
  story.as("agent:1").then(StartStep{story.id("one")}).as("ana");
  story.then(ChangeStep{story.id("plan"), StepVerb::kSkip, "no need", {}});
  for (const char* aid : {"list", "one", "two"}) CHECK(story.status(aid) == StepStatus::kSkipped);
}

TEST_CASE("aids are numbered after the steps of the plan") {
  Story story("");
  story.then(aid_to(story, "", "list | any\n  one"));
  story.add_steps("real");
  CHECK(number_of(story.session, story.id("real")) == "1");
  CHECK(number_of(story.session, story.id("one")) == "2.1");
  CHECK(*find_step(story.session, "2.1") == story.id("one"));
}

}  // namespace
}  // namespace clew
