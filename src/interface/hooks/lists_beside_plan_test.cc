// Lists of agents beside a plan that a person made: what goes on when a step of it is done, whose
// an item is, and what a list may say of the person's own steps.

#include <doctest/doctest.h>

#include "interface/hooks/plan_story_test.h"

namespace clew {
namespace {

const AgentId kExplorer("explorer-a23832");

void complete(PlanStory& story, uint32_t number, Evidence evidence = {}) {
  CompleteStep done;
  done.step = StepId{number};
  done.evidence = std::move(evidence);
  story.tell(done);
}

// Of a task that was told before: its title is not said again.
size_t update(PlanStory& story, const char* id, std::optional<StepStatus> state) {
  PlanItem task;
  task.id = id;
  task.status = state;
  return story.list(single(task));
}

StepStatus status_of(const PlanStory& story, uint32_t number) {
  const Step* step = story.session.find(StepId{number});
  REQUIRE(step != nullptr);
  return step->status;
}

TEST_CASE("tasks that were left behind with their step go on beside the next with the first word") {
  PlanStory story = planned_by_ana({"Plan", "Build", "Ship"});
  PlanItem look = item("Look", kActive, "7");
  look.description = "at the callers";
  story.list(single(look));
  story.list(single(item("Write", kPending, "8")));
  complete(story, 1);
  CHECK(update(story, "8", kPending) > 0);
  CHECK(story.plan() ==
        "1 Plan done · 2 Build active · 3 Ship pending · 1.1 To-do of claude-code skipped · "
        "1.1.1 Look skipped · 1.1.2 Write skipped · 2.1 To-do of claude-code active · "
        "2.1.1 Look active · 2.1.2 Write pending");
  const Step& goes_on = *story.session.find(StepId{8});
  CHECK(goes_on.description == "at the callers");
  CHECK(goes_on.external == story.session.find(StepId{5})->external);
  CHECK(update(story, "7", kActive) == 0);
  CHECK(update(story, "8", kPending) == 0);

  update(story, "8", kDone);
  CHECK(story.plan().ends_with("2.1.1 Look active · 2.1.2 Write done"));
  complete(story, 2);
  CHECK(update(story, "7", kDone) > 0);  // and 8 was done beside the step before
  CHECK(story.plan().ends_with(
      "2.1 To-do of claude-code skipped · 2.1.1 Look skipped · 2.1.2 Write done · "
      "3.1 To-do of claude-code done · 3.1.1 Look done"));
  CHECK(update(story, "7", kDone) == 0);
  CHECK(update(story, "8", kDone) == 0);
  CHECK(status_of(story, 3) == StepStatus::kActive);
}

TEST_CASE("a task that completes the person's step takes the others along to the next") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(single(item("Plan", kActive, "1")));
  story.list(single(item("Look", kActive, "2")));
  story.list(single(item("Write", kPending, "3")));
  story.list(single(item("Ask", kDone, "4")));
  story.list(single(item("Guess", kPending, "5")));
  update(story, "5", kSkipped);
  update(story, "1", kDone);
  CHECK(story.plan() ==
        "1 Plan done · 2 Build active · 1.1 To-do of claude-code skipped · 1.1.1 Look skipped · "
        "1.1.2 Write skipped · 1.1.3 Ask done · 1.1.4 Guess skipped · "
        "2.1 To-do of claude-code active · 2.1.1 Look active · 2.1.2 Write pending");
  CHECK(update(story, "1", kDone) == 0);
}

TEST_CASE("tasks of one agent are taken along by no other") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(single(item("Look", kActive, "1")));
  story.list(single(item("Search", kActive, "1")), kAgent, kExplorer);
  complete(story, 1);
  story.list(single(item("Read", kActive, "1")), kNext);
  CHECK(story.plan().ends_with("2.1 To-do of claude-code active · 2.1.1 Read active"));
}

TEST_CASE("a task that was left behind and deleted since stays behind") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(single(item("Look", kActive, "7")));
  complete(story, 1);
  update(story, "7", kSkipped);
  CHECK(update(story, "7", kSkipped) == 0);
  story.list(single(item("Write", kPending, "8")));
  CHECK(story.plan().ends_with("2.1 To-do of claude-code pending · 2.1.1 Write pending"));
  update(story, "7", kActive);  // unless it is taken up after all
  CHECK(story.plan().ends_with("2.1.1 Write pending · 2.1.2 Look active"));
}

TEST_CASE("a task goes on beside the later step also when the earlier one is opened again") {
  PlanStory story = planned_by_ana({"Plan", "Build", "Ship"});
  story.list(single(item("Look", kActive, "7")));
  complete(story, 1);
  update(story, "7", kActive);
  const uint32_t later = story.session.steps.back().id.number;
  story.tell(RevisitStep{StepId{1}, Impact::kMinor, "it was wrong", {}});
  update(story, "7", kDone);
  CHECK(status_of(story, later) == StepStatus::kDone);
}

TEST_CASE(
    "an item of a whole list that was skipped with its step, and is done after all, is told") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(whole({item("Read", kDone), item("Look", kActive)}));
  complete(story, 1);
  const PlanChange through = whole({item("Read", kDone), item("Look", kDone)});
  story.list(through);
  CHECK(story.plan().ends_with("2.1 To-do of claude-code done · 2.1.1 Look done"));
  CHECK(story.list(through) == 0);
}

TEST_CASE("equal titles on the lists of two agents are items of each") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(whole({item("Run tests", kActive)}));
  story.list(whole({item("Run tests", kDone)}), kNext);
  CHECK(story.plan() ==
        "1 Plan active · 2 Build pending · 1.1 To-do of claude-code active · "
        "1.1.1 Run tests active · 1.2 To-do of claude-code done · 1.2.1 Run tests done");
  CHECK(story.list(whole({item("Run tests", kDone)}), kNext) == 0);
  story.list(single(item("Run tests", kPending, "1")), kNext);  // a task of that title is another
  CHECK(story.session.find(StepId{4})->attributes.empty());
}

TEST_CASE("equal titles on the lists of an agent and its subagent are items of each") {
  for (PlanStory story : {planned_by_ana({"Plan", "Build"}), automatic()}) {
    story.list(whole({item("Run tests", kActive)}));
    const uint32_t own = story.session.steps.back().id.number;
    story.list(whole({item("Run tests", kDone)}), kAgent, kExplorer);
    const uint32_t subagents = story.session.steps.back().id.number;
    REQUIRE(own != subagents);
    CHECK(status_of(story, own) == StepStatus::kActive);
    CHECK(status_of(story, subagents) == StepStatus::kDone);
    story.list(whole({item("Run tests", kDone)}), kAgent, AgentId("reviewer-b00b00"));
    CHECK(story.session.steps.back().id.number > subagents);
    CHECK(story.list(whole({item("Run tests", kActive)})) == 0);
  }
}

TEST_CASE("a person's step is an item of every list that names it") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(single(item("Plan", kActive, "1")));
  story.list(single(item("Plan", kActive, "1")), kNext);
  story.list(single(item("Plan", kDone, "1")), kNext);
  CHECK(story.plan() == "1 Plan done · 2 Build active");
}

TEST_CASE("a list tries the gate of a person's step once, however often it is sent") {
  PlanStory story;
  StartSession start;
  start.opening.goal = "a goal";
  for (const char* title : {"Build", "Review"}) start.plan.emplace_back().title = title;
  start.plan[0].gate = *parse_gate({"coverage >= 80"});
  story.tell(start);
  const PlanChange list = whole({item("Build", kDone), item("Write notes", kActive)});
  story.list(list);
  const Step& build = *story.session.find(StepId{1});
  REQUIRE(build.shut_attempt() != nullptr);
  CHECK(build.shut_attempt()->number == 1);
  CHECK(story.list(list) == 0);
  story.list(whole({item("Build", kActive), item("Write notes", kActive)}));
  CHECK(story.list(list) == 0);
  CHECK(story.session.find(StepId{1})->attempt_count == 2);  // the try that failed, and the next
  // The step stays open, and so does the list beside it.
  story.list(whole({item("Build", kDone), item("Write notes", kDone), item("More", kActive)}));
  CHECK(
      story.plan().ends_with("1.1 To-do of claude-code active · 1.1.1 Write notes done · "
                             "1.1.2 More active"));
  Evidence shown;
  shown.items.push_back({"coverage", Value(91), EvidenceSource::kClaimed});
  complete(story, 1, shown);
  CHECK(status_of(story, 1) == StepStatus::kDone);
}

TEST_CASE("a list that completes the person's step goes on beside the next in the same call") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(whole({item("Plan", kActive), item("Write tests", kPending), item("Ask", kActive)}));
  const PlanChange list = whole({item("Plan", kDone), item("Write tests", kActive),
                                 item("Ask", kDone), item("Run them", kPending)});
  story.list(list);
  CHECK(story.plan() ==
        "1 Plan done · 2 Build active · 1.1 To-do of claude-code skipped · "
        "1.1.1 Write tests skipped · 1.1.2 Ask done · 2.1 To-do of claude-code active · "
        "2.1.1 Write tests active · 2.1.2 Run them pending");
  CHECK(story.list(list) == 0);
}

TEST_CASE("a list that completes the last step leaves the session complete") {
  PlanStory story = planned_by_ana({"Plan"});
  story.list(whole({item("Plan", kActive), item("Write tests", kPending)}));
  story.list(whole({item("Plan", kDone), item("Write tests", kActive)}));
  CHECK(story.plan() ==
        "1 Plan done · 1.1 To-do of claude-code skipped · 1.1.1 Write tests skipped");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

}  // namespace
}  // namespace clew
