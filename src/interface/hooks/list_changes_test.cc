// Lists that change their mind: items that come back, wait, block, get another name, and lists of
// subagents.

#include <doctest/doctest.h>

#include "interface/hooks/plan_story_test.h"
#include "interface/hooks/tool_facts.h"
#include "session/side_steps.h"

namespace clew {
namespace {

TEST_CASE("a complete item that is listed as open again is opened again, and the others stay") {
  PlanStory story = automatic();
  story.list(whole({item("A", kDone), item("B", kDone), item("C", kActive)}));
  const PlanChange again = whole({item("A", kActive), item("B", kDone), item("C", kPending)});
  story.list(again);
  CHECK(story.plan() == "1 A active · 2 B done · 3 C pending");
  CHECK(story.list(again) == 0);
}

TEST_CASE("single updates begin only what the agent says it begins") {
  PlanStory story = automatic();
  for (const char* id : {"1", "2", "3"}) story.list(single(item(id, kPending, id)));
  const auto reported = [&](const char* id, StepStatus state) {
    story.list(single(item("", state, id)));
    return story.plan();
  };
  reported("1", kActive);
  CHECK(reported("1", kDone) == "1 1 done · 2 2 pending · 3 3 pending");
  CHECK(reported("3", kActive) == "1 1 done · 2 2 pending · 3 3 active");
  CHECK(reported("3", kSkipped) == "1 1 done · 2 2 pending · 3 3 skipped");
  CHECK(reported("2", kActive) == "1 1 done · 2 2 active · 3 3 skipped");
  CHECK(reported("2", kDone) == "1 1 done · 2 2 done · 3 3 skipped");
}

TEST_CASE("two items that the agent is at both stay begun while one of them ends") {
  PlanStory story = automatic();
  for (const char* id : {"1", "2", "3"}) story.list(single(item(id, kPending, id)));
  for (const char* id : {"1", "2"}) story.list(single(item("", kActive, id)));
  story.list(single(item("", kDone, "1")));
  CHECK(story.plan() == "1 1 done · 2 2 active · 3 3 pending");
}

TEST_CASE("an item of the same title beside a complete one is a step of its own") {
  PlanStory story = automatic();
  story.list(whole({item("Run the tests", kDone)}));
  story.list(whole({item("Run the tests", kDone), item("Run the tests", kActive)}));
  CHECK(story.plan() == "1 Run the tests done · 2 Run the tests active");
}

TEST_CASE("a task goes back, comes back after it was done or deleted, and gets another name") {
  PlanStory story = automatic();
  for (const char* id : {"1", "2", "3"}) story.list(single(item(id, kPending, id)));
  const auto reported = [&](const char* id, std::optional<StepStatus> state,
                            const char* title = "") {
    PlanItem change = item(title, kPending, id);
    change.status = state;
    return story.list(single(change));
  };
  reported("1", kActive);
  reported("1", kPending);
  CHECK(story.plan() == "1 1 pending · 2 2 pending · 3 3 pending");
  CHECK(reported("1", kPending) == 0);
  reported("2", kActive);
  reported("1", kDone);
  reported("1", kActive);
  CHECK(story.plan() == "1 1 active · 2 2 active · 3 3 pending");
  reported("3", kSkipped);
  reported("3", kActive);
  CHECK(story.session.find(StepId{3})->status == StepStatus::kActive);
  reported("3", std::nullopt, "Three, renamed");
  CHECK(story.session.find(StepId{3})->title == "Three, renamed");
  CHECK(reported("3", std::nullopt, "Three, renamed") == 0);
}

TEST_CASE("an item that is blocked is a blocked step, and goes on from there") {
  PlanStory story = automatic();
  story.list(whole({item("A", kBlocked), item("B", kActive)}));
  CHECK(story.plan() == "1 A blocked · 2 B active");
  CHECK(story.session.find(StepId{1})->status_reason == "as the list of claude-code says");
  CHECK(story.list(whole({item("A", kBlocked), item("B", kActive)})) == 0);
  story.list(whole({item("A", kDone), item("B", kActive)}));
  CHECK(story.plan() == "1 A done · 2 B active");
  story.list(whole({item("A", kDone), item("B", kBlocked)}));
  story.list(whole({item("A", kDone), item("B", kActive)}));
  CHECK(story.plan() == "1 A done · 2 B active");
}

TEST_CASE("a subagent's list is its own: the agent's stays, and so does the subagent's") {
  PlanStory story = automatic();
  const AgentId explorer("explorer-a23832");
  story.list(whole({item("Write it", kActive), item("Test it", kPending)}));
  story.list(whole({item("Look for callers", kActive), item("Report", kPending)}), kAgent,
             explorer);
  CHECK(story.plan() ==
        "1 Write it active · 2 Test it pending · 1.1 To-do of explorer-a23832 active · "
        "1.1.1 Look for callers active · 1.1.2 Report pending");
  CHECK(count_top_steps(story.session) == 2);
  story.list(whole({item("Write it", kActive), item("Test it", kPending)}));
  CHECK(story.session.find(StepId{4})->status == StepStatus::kActive);
  story.list(whole({item("Look for callers", kDone), item("Report", kPending)}), kAgent, explorer);
  // What is left of it ends with the subagent.
  Trial intents(story.session, story.now, kAgent);
  end_plan(intents, "claude-code", explorer);
  for (const auto& intent : intents.take()) story.tell(intent, kAgent);
  CHECK(story.session.find(StepId{4})->status == StepStatus::kDone);
  CHECK(story.session.find(StepId{5})->status == StepStatus::kSkipped);
  CHECK(story.session.find(StepId{5})->status_reason == "explorer-a23832 ended");
  CHECK(story.session.find(StepId{2})->status == StepStatus::kPending);
}

TEST_CASE("a list below a person's step does not complete that step") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(whole({item("Read the spec", kActive)}));
  story.list(whole({item("Read the spec", kDone)}));
  CHECK(story.plan() ==
        "1 Plan active · 2 Build pending · 1.1 To-do of claude-code done · "
        "1.1.1 Read the spec done");
}

TEST_CASE("the next agent's list stands beside the one that a dead agent left") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(whole({item("A", kActive), item("B", kPending)}));
  story.list(whole({item("C", kActive)}), kNext);
  CHECK(story.plan() ==
        "1 Plan active · 2 Build pending · 1.1 To-do of claude-code active · 1.1.1 A active · "
        "1.1.2 B pending · 1.2 To-do of claude-code active · 1.2.1 C active");
}

TEST_CASE("without a plan, lists of several agents stand beside each other too") {
  PlanStory story;
  StartSession start;
  start.opening.goal = "a goal";
  story.tell(start);
  story.list(whole({item("A", kActive)}));
  story.list(whole({item("B", kActive)}), kNext);
  CHECK(story.plan() ==
        "1 To-do of claude-code active · 1.1 A active · 2 To-do of claude-code active · "
        "2.1 B active");
}

TEST_CASE("a list that goes on after its step was done goes on beside the next step") {
  for (const char* id : {"", "7"}) {
    PlanStory story = planned_by_ana({"Plan", "Build"});
    story.list(single(item("Look", kActive, id)));
    CompleteStep done;
    done.step = StepId{1};
    story.tell(done);
    CHECK(story.session.find(StepId{4})->status == StepStatus::kSkipped);
    story.list(single(item("Look", kActive, id)));
    CHECK(story.plan() ==
          "1 Plan done · 2 Build active · 1.1 To-do of claude-code skipped · 1.1.1 Look skipped · "
          "2.1 To-do of claude-code active · 2.1.1 Look active");
    story.list(single(item("Look", kDone, id)));
    CHECK(story.session.find(StepId{6})->status == StepStatus::kDone);
    CHECK(story.session.find(StepId{2})->status == StepStatus::kActive);
  }
}

TEST_CASE("a person's step is neither put back nor opened again by a list") {
  PlanStory story = planned_by_ana({"Plan", "Build"});
  story.list(whole({item("Plan", kPending)}));
  CHECK(story.session.find(StepId{1})->status == StepStatus::kActive);
  CompleteStep done;
  done.step = StepId{1};
  story.tell(done);
  story.list(single(item("Plan", kDone, "7")));
  story.list(single(item("Plan", kActive, "7")));
  CHECK(story.session.find(StepId{1})->status == StepStatus::kDone);
}

TEST_CASE("what was chosen of several answers was not turned down") {
  PlanStory story = automatic();
  Trial intents(story.session, story.now, kAna);
  add_answers(intents, {
                           {"Rotate?", {"Yes", "No", "Later"}, "Yes, No"},
                           {"Which?",  {"JWT", "Cookies"},     "JWT"    }
  });
  for (const auto& intent : intents.take()) story.tell(intent, kAna);
  const auto& made = story.session.decisions.items;
  REQUIRE(made.size() == 2);
  CHECK(made[0].options == std::vector<std::string>{"Later"});
  CHECK(made[1].options == std::vector<std::string>{"JWT", "Cookies"});
}

TEST_CASE("a subagent is called by its kind and what tells its id from others") {
  const auto name = [](const std::string& id) {
    HookEvent event;
    event.subagent = id;
    event.subagent_type = "code explorer";
    return subagent_name(event).text;
  };
  CHECK(name("a23832ed6a82") == "code-explorer-a23832");
  CHECK(name("aLook-around-0f44ed6a82aa47b1") == "code-explorer-0f44ed");
  // Made in the same hour: an id of Codex begins with the time.
  CHECK(name("019a8f00-1111-7abc-8def-5c0ffee11111") == "code-explorer-5c0ffe");
  CHECK(name("019a8f00-2222-7abc-8def-0ddba1152222") == "code-explorer-0ddba1");
  CHECK(name("odd-") == "code-explorer-odd-");
}

TEST_CASE("an item with a secret in its title is found again") {
  for (const char* id : {"", "1"}) {
    PlanStory story = automatic();
    story.list(whole({item("Log in as ana with AKIAIOSFODNN7EXAMPLE", kPending, id)}));
    // As the store keeps it.
    story.tell(NameStep{StepId{1}, "Log in as ana with [redacted: AWS access key]"}, kAgent);
    CHECK(story.list(whole({item("Log in as ana with AKIAIOSFODNN7EXAMPLE", kPending, id)})) == 0);
    story.list(whole({item("Log in as ana with AKIAIOSFODNN7EXAMPLE", kDone, id)}));
    CHECK(story.plan() == "1 Log in as ana with [redacted: AWS access key] done");
  }
}

}  // namespace
}  // namespace clew
