#include "interface/hooks/todo_list.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "agent_client/prompt_text.h"
#include "interface/hooks/plan_story_test.h"
#include "interface/hooks/tool_facts.h"

namespace clew {
namespace {

TEST_CASE("a to-do list becomes steps, and the same list twice changes nothing") {
  PlanStory story = automatic();
  const PlanChange list = whole({item("Write it", kActive), item("Test it", kPending)});
  CHECK(story.list(list) > 0);
  CHECK(story.plan() == "1 Write it active · 2 Test it pending");
  CHECK(story.list(list) == 0);
  story.list(whole({item("Write it", kDone), item("Test it", kActive)}));
  CHECK(story.plan() == "1 Write it done · 2 Test it active");
  CHECK(story.list(whole({item("Write it", kDone), item("Test it", kActive)})) == 0);
}

TEST_CASE("items run in any order, and a session that a hook began does not end with them") {
  PlanStory story = automatic();
  story.list(whole({item("a", kPending), item("b", kDone), item("c", kActive)}));
  CHECK(story.plan() == "1 a pending · 2 b done · 3 c active");
  story.list(whole({item("a", kDone), item("b", kDone), item("c", kDone)}));
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
}

TEST_CASE("items with the same title stand for steps of their own") {
  PlanStory story = automatic();
  const PlanChange list = whole({item("Run the tests", kDone), item("Run the tests", kPending)});
  story.list(list);
  CHECK(story.plan().starts_with("1 Run the tests done · 2 Run the tests "));
  CHECK(story.list(list) == 0);
}

TEST_CASE("what leaves the list or is cancelled is skipped; what is complete stays") {
  PlanStory story = automatic();
  story.list(whole({item("a", kDone), item("b", kPending), item("c", kActive)}));
  story.list(whole({item("c", kSkipped), item("d", kActive)}));
  CHECK(story.plan() == "1 a done · 2 b skipped · 3 c skipped · 4 d active");
}

TEST_CASE("single items are found again by the agent's id") {
  PlanStory story = automatic();
  story.list(single(item("Write it", kPending, "1")));
  story.list(single(item("Write it", kPending, "2")));
  PlanItem moved;
  moved.id = "2";
  moved.status = kDone;
  story.list(single(moved));
  CHECK(story.plan() == "1 Write it pending · 2 Write it done");
  CHECK(story.list(single(moved)) == 0);
  moved.id = "9";
  CHECK(story.list(single(moved)) == 0);  // nobody has heard of it
}

TEST_CASE("the next agent takes up steps by title and leaves the other's alone") {
  PlanStory story = automatic();
  story.list(whole({item("Write it", kActive), item("Test it", kPending)}));
  story.list(single(item("Write it", kPending, "1")), kNext);
  PlanItem done;
  done.id = "1";
  done.status = kDone;
  story.list(single(done), kNext);
  story.list(whole({item("Document it", kActive)}), kNext);
  CHECK(story.plan().starts_with("1 Write it done · 2 Test it "));
  CHECK(story.plan().find("2 Test it skipped") == std::string::npos);
}

TEST_CASE("in a session that somebody planned, items stand below the step at hand") {
  PlanStory story;
  StartSession start;
  start.opening.goal = "a goal";
  for (const char* title : {"Build", "Review"}) start.plan.emplace_back().title = title;
  start.plan[0].gate = *parse_gate({"coverage >= 80"});
  story.tell(start);
  story.list(whole({item("Write it", kPending), item("Test it", kActive)}));
  CHECK(story.plan() ==
        "1 Build active · 2 Review pending · 1.1 To-do of claude-code active · "
        "1.1.1 Write it pending · 1.1.2 Test it active");
  story.list(whole({item("Write it", kDone), item("Test it", kDone), item("More", kActive)}));
  CHECK(story.session.find(StepId{6})->parent == StepId{3});
  // All items complete: the gate of the step itself still stands.
  story.list(whole({item("Write it", kDone), item("Test it", kDone), item("More", kDone)}));
  CHECK(story.session.find(StepId{1})->status == StepStatus::kActive);
}

TEST_CASE("an agreed plan gives steps until the agent makes a list of its own") {
  PlanStory story = automatic();
  PlanChange plan{
      PlanScope::kProposal,
      {item("Token module", kPending), item("Tests", kPending)},
      "1. Token module\n2. Tests"
  };
  story.list(plan);
  CHECK(story.plan() == "1 Token module pending · 2 Tests pending");
  CHECK(story.session.notes.items.back().text.find("1. Token module") != std::string::npos);
  story.list(single(item("Tests", kPending, "1")));
  CHECK(story.plan() == "1 Token module pending · 2 Tests pending");  // it was in the plan
  story.list(single(item("Refactor", kPending, "2")));
  CHECK(story.plan() == "1 Token module skipped · 2 Tests pending · 3 Refactor pending");
}

TEST_CASE("what the session refuses is left out, and the rest is taken") {
  PlanStory story = automatic();
  Trial intents(story.session, story.now, kAgent);
  CHECK(intents.add(StartStep{StepId{7}}) == Tried::kRefused);
  CHECK(intents.add_fact(NoteAdded{{}, "fine", ""}) == Tried::kTaken);
  CHECK(intents.take().size() == 1);
}

TEST_CASE("a goal is the prompt's first line, at most a few sentences of it") {
  CHECK(goal_of("Please build it. Then test it.") == "Please build it. Then test it.");
  CHECK(goal_of("\n\n## Fix the login\nIt fails at night.") == "Fix the login");
  CHECK(goal_of("   \n ") == "");
  const std::string first = "Add OAuth login with PKCE to the web client, keep the cookie API.";
  CHECK(goal_of(first + " " + std::string(300, 'x')) == first);
  CHECK(goal_of(std::string(500, 'x')).size() == 199 + 3);  // "…" has three bytes
}

TEST_CASE("a prompt is kept whole without secrets, and of a very long one both ends") {
  CHECK(prompt_to_keep("  do it \n") == "do it");
  const std::string kept = prompt_to_keep("use AKIAIOSFODNN7EXAMPLE for it");
  CHECK(kept.find("AKIA") == std::string::npos);
  CHECK(kept.find("[redacted: ") != std::string::npos);
  const std::string whole(40'000, 'y');
  CHECK(prompt_to_keep(whole) == whole);
  const std::string both = prompt_to_keep("first " + std::string(9'000'000, 'y') + " last");
  CHECK(both.size() <= kMaxPrompt);
  CHECK(both.starts_with("first "));
  CHECK(both.ends_with(" last"));
  CHECK(both.find(" bytes left out …]\n") != std::string::npos);
}

TEST_CASE("a checkpoint is due when something happened besides a prompt") {
  PlanStory story = automatic();
  CHECK(has_moved_on(story.session));
  story.tell(RecordFact{
      CheckpointMade{{}, "one", ""},
      {}
  });
  CHECK_FALSE(has_moved_on(story.session));
  story.tell(RecordFact{InstructionGiven{"go on"}, {}});
  CHECK_FALSE(has_moved_on(story.session));
  story.tell(RecordFact{
      NoteAdded{{}, "x", ""},
      {}
  });
  CHECK(has_moved_on(story.session));
}

TEST_CASE("a long list is kept whole, and what is too long for that is said") {
  const auto listed = [](size_t count) {
    PlanChange change{PlanScope::kWholeList, {}, ""};
    for (size_t i = 1; i <= count; ++i) {
      change.items.push_back(item(fmt::format("item {}", i), StepStatus::kPending));
    }
    return change;
  };
  PlanStory story = automatic();
  story.list(listed(350));
  CHECK(story.session.root().children.size() == 350);
  CHECK(story.session.notes.items.empty());
  story.list(listed(1200));
  CHECK(story.session.root().children.size() == 1000);
  REQUIRE(story.session.notes.items.size() == 1);
  CHECK(story.session.notes.items.front().text ==
        "The list of claude-code has 1200 items; the first 1000 of them are steps here");
  story.list(listed(1200));  // said once, when it begins to matter
  CHECK(story.session.notes.items.size() == 1);
}

}  // namespace
}  // namespace clew
