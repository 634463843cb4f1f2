#include "session/merge/merge_edit.h"

#include <doctest/doctest.h>

#include <functional>

#include "session/adopt.h"
#include "session/reading_test.h"
#include "session/story_test.h"

namespace clew {
namespace {

// A file's reading of three steps, two decisions, a note and an agent; attempts it does not tell.
Session file() {
  Story story("plan | id test:1\nbuild | id test:2\n  part | id test:3\nship | id test:4");
  Session out = plain(story.session);
  for (auto& step : out.steps) step.attempts.clear();
  for (const char* choice : {"yaml", "small steps"}) {
    Decision decision;
    decision.choice = choice;
    decision.reason = "it is simple";
    decision.origin.step = StepId{1};
    out.decisions.items.push_back(decision);
  }
  Note note;
  note.text = "mind the gap";
  out.notes.items.push_back(note);
  Agent agent;
  agent.id = AgentId("arch-1");
  agent.type = "architect";
  out.agents.items.push_back(agent);
  return out;
}

struct Edit {
  Session base = file();
  Session edited = file();
  Story log;  // as the log has it

  Edit() {
    log.actor = ActorId("import");
    log.add(adopt(base, SessionId("s-1")));
    log.as("ana");
  }
  MergedEdit merged() const { return merge_edit(base, edited, log.session, name_in_test); }
  Session result() const { return fold(log.session, merged().drafts); }
  std::string events() const { return names(merged().drafts); }
};

Step& add_step(Session& session, StepId parent, const std::string& title, const std::string& name) {
  Step step;
  step.id = StepId{static_cast<uint32_t>(session.steps.size())};
  step.parent = parent;
  step.title = title;
  step.external = {
      {"test", name}
  };
  session.steps[parent.number].children.push_back(step.id);
  session.steps.push_back(step);
  return session.steps.back();
}

std::string titles(const Session& session, StepId parent = kRoot) {
  std::string out;
  for (const StepId id : session.steps[parent.number].children) {
    out += (out.empty() ? "" : " ") + session.find(id)->title;
  }
  return out;
}

TEST_CASE("a file that says what it said brings nothing") {
  Edit edit;
  edit.log.done("plan").note("more");
  CHECK(edit.merged().drafts.empty());
  CHECK(edit.merged().clashes.empty());
}

TEST_CASE("what the edit changed arrives, and what the log has besides stays") {
  Edit edit;
  edit.log.note("said to the log").then(ClaimStep{edit.log.id("plan"), minutes(30)});
  edit.edited.steps[1].title = "plan well";
  edit.edited.identity.constraints = {"no network"};
  edit.edited.next_action = "sleep";
  edit.edited.agents.items[0].summary = "drawn";
  CHECK(edit.events() == "overview_restored step_restored agent_restored");
  const Session now = edit.result();
  CHECK(now.steps[1].title == "plan well");
  CHECK(now.steps[1].lease.has_value());
  CHECK(now.identity.constraints == std::vector<std::string>{"no network"});
  CHECK(now.next_action == "sleep");
  CHECK(now.agents.items[0].summary == "drawn");
  CHECK(now.notes.total == 2);
  CHECK(edit.merged().clashes.empty());
}

TEST_CASE("an added step comes after the one it follows in the file, with all it says") {
  Edit edit;
  edit.log.add_steps("by the log");
  Step& test = add_step(edit.edited, kRoot, "test", "9");
  test.status = StepStatus::kBlocked;
  test.needs = {StepId{2}};
  auto& order = edit.edited.steps[0].children;
  std::swap(order[2], order[3]);  // plan build test ship
  add_step(edit.edited, StepId{5}, "unit test", "10");
  CHECK(edit.events() == "step_added step_added step_restored");
  const Session now = edit.result();
  CHECK(titles(now) == "plan build test ship by the log");
  CHECK(titles(now, StepId{6}) == "unit test");
  CHECK(now.steps[6].status == StepStatus::kBlocked);
  CHECK(now.steps[6].needs == std::vector<StepId>{StepId{2}});
}

TEST_CASE("a removed step goes with its parts, and nothing waits for it") {
  Edit edit;
  edit.log.add_steps("new part", StepId{2}).done("plan");
  edit.log.add_steps("other | needs build");
  Session& file = edit.edited;
  file.steps[0].children = {StepId{1}, StepId{2}};
  file.steps.erase(file.steps.begin() + 2, file.steps.begin() + 4);
  file.steps[2].id = StepId{2};
  const Session now = edit.result();
  CHECK(titles(now) == "plan ship other");
  for (const uint32_t gone : {2u, 3u, 5u}) CHECK(now.find(StepId{gone}) == nullptr);
  CHECK(now.steps[6].needs.empty());
  CHECK_FALSE(now.root().current_child.has_value());
  CHECK(edit.merged().clashes.size() >= 1);
}

TEST_CASE("steps put in another order are, between what the log has added") {
  Edit edit;
  edit.log.then(AddSteps{kRoot, StepId{1}, outline("by the log")});
  edit.edited.steps[0].children = {StepId{4}, StepId{2}, StepId{1}};
  CHECK(titles(edit.result()) == "ship by the log build plan");
}

TEST_CASE("a status that the file gives ends the attempt that only the log knows of") {
  Edit edit;
  edit.log.change("plan", StepVerb::kRetry);
  edit.edited.steps[1].status = StepStatus::kDone;
  edit.edited.steps[1].assignee = "bob";
  CHECK(edit.events() == "step_restored step_status_changed");
  const Session now = edit.result();
  CHECK(now.steps[1].status == StepStatus::kDone);
  CHECK(now.steps[1].assignee == "bob");
  CHECK(now.steps[1].passed_attempt() != nullptr);
  CHECK_FALSE(now.root().current_child.has_value());
}

TEST_CASE("of a field that the log has changed too the file's value is taken, and said") {
  Edit edit;
  edit.edited.steps[1].title = "plan well";
  edit.log.session.steps[1].title = "plan badly";
  CHECK(edit.result().steps[1].title == "plan well");
  CHECK(edit.merged().clashes ==
        std::vector<std::string>{"step \"plan badly\" now has the title \"plan badly\" in the "
                                 "log; changed to \"plan well\", as in the file"});
  edit.log.session.steps[1].title = "plan well";
  CHECK(edit.merged().clashes.empty());
  CHECK(edit.merged().drafts.empty());
}

TEST_CASE("facts: a changed one keeps its id, a new one gets one, a removed one goes") {
  Edit edit;
  const Seq first = edit.log.session.decisions.items[0].origin.id;
  edit.edited.decisions.items[0].reason = "it is everywhere";
  edit.edited.notes.items[0].text = "mind the step";  // only its place is the same
  Question question;
  question.text = "why?";
  edit.edited.questions.items.push_back(question);
  CHECK(edit.events() == "fact_restored fact_restored fact_restored");
  const Session now = edit.result();
  CHECK(now.decisions.items[0].origin.id == first);
  CHECK(now.decisions.items[0].reason == "it is everywhere");
  CHECK(now.notes.total == 1);
  CHECK(now.notes.items[0].text == "mind the step");
  CHECK(now.questions.items[0].origin.id.number == edit.log.session.head.number + 2);

  edit.edited = edit.base;
  edit.edited.decisions.items.erase(edit.edited.decisions.items.begin());
  CHECK(edit.result().decisions.total == 1);
  CHECK(edit.result().decisions.items[0].choice == "small steps");
}

TEST_CASE("of a kind that the log keeps only in part nothing is lost by absence") {
  Edit edit;
  edit.base.notes.items.clear();
  for (int i = 0; i < 40; ++i) {
    Note note;
    note.text = std::to_string(i);
    edit.base.notes.items.push_back(note);
  }
  edit.log.session = adopted(edit.base);
  edit.edited = edit.base;
  edit.edited.notes.items.pop_back();
  CHECK(edit.merged().drafts.empty());
  CHECK(edit.merged().clashes.size() == 1);
  edit.edited.notes.items[38].log = "voice";
  CHECK(edit.result().notes.items[30].log == "voice");
  CHECK(edit.result().notes.total == 40);
}

TEST_CASE("attributes are merged one by one") {
  Edit edit;
  const auto set = [](Session& session, const char* key, int64_t value) {
    session.steps[1].attributes.push_back({key, value});
  };
  set(edit.base, "score", 1);
  set(edit.edited, "score", 2);
  set(edit.edited, "mood", 3);
  set(edit.log.session, "secret", 7);
  set(edit.log.session, "score", 1);
  const std::vector<Attribute> wanted{
      {"secret", 7},
      {"score",  2},
      {"mood",   3}
  };
  CHECK(edit.result().steps[1].attributes == wanted);
}

TEST_CASE("what the log has taken out stays out, unless the edit changed it") {
  Edit edit;
  edit.log.add({
      {StepRestored{StepId{4}, std::nullopt}, {}},
  });
  edit.edited.notes.items[0].text = "mind";
  CHECK(titles(edit.result()) == "plan build");
  edit.edited.steps[4].title = "ship it";
  CHECK(titles(edit.result()) == "plan build ship it");
  CHECK(edit.merged().clashes.size() == 1);
}

TEST_CASE("totals: what the file and the log added adds up") {
  Edit edit;
  edit.log.add_steps("by the log");
  REQUIRE(edit.log.session.structure.total == 4u);
  add_step(edit.edited, kRoot, "by hand", "9");
  edit.edited.structure.total = 4;
  CHECK(edit.result().structure.total == 5u);
  edit.base.structure.total.reset();
  edit.edited.structure.total.reset();
  CHECK(edit.result().structure.total == 5u);
}

}  // namespace
}  // namespace clew
