#include "brief/session_diff.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "brief/telling_test.h"

namespace clew {
namespace {

// Every difference as one line of text.
std::string reported(const Session& a, const Session& b) {
  std::string out;
  for (const auto& line : diff_sessions(a, b))
    out += fmt::format("{}: {}\n", line.subject, line.what);
  return out;
}

Telling planned() {
  Telling story;
  story.by("ana@laptop").tell(started("Add OAuth"));
  story.step(1, "Plan").step(2, "Build").start(1);
  return story;
}

}  // namespace

TEST_CASE("a session does not differ from itself") {
  CHECK(diff_sessions(oauth_session(), oauth_session()).empty());
  CHECK(diff_sessions(huge_session(), huge_session()).empty());
  CHECK(diff_sessions(Session(), Session()).empty());
}

TEST_CASE("a day of work is told in order") {
  Telling story = planned();
  story.tell(QuestionAsked{StepId{1}, "Should tokens rotate?"});
  const Session before = story.session();
  IdentityChanged goal;
  goal.goal = "Add OAuth 2.0";
  story.tell(goal);
  StepCompleted done;
  done.step = StepId{1};
  done.evidence.items = {
      {"pages", Value(3), EvidenceSource::kMeasured}
  };
  story.tell(done).start(2);
  story.tell(DecisionMade{StepId{2}, "tokens", {}, "JWT", "it scales"});
  story.tell(QuestionAnswered{Seq{5}, "yes, daily"});
  story.tell(ApproachFailed{StepId{2}, "implicit flow", "deprecated", {}});
  FileChanged file;
  file.path = "src/x.ts";
  file.action = FileAction::kCreated;
  file.lines_added = 12;
  story.tell(file);
  file.path = "src/y.ts";
  file.action = FileAction::kModified;
  file.lines_added = 0;  // nobody counted them
  story.tell(file);
  AgentChanged agent;
  agent.agent = AgentId("a1");
  agent.type = "architect";
  story.tell(agent);
  ArtifactAdded artifact;
  artifact.path = "plan.md";
  story.tell(artifact);
  AttributeSet attribute;
  attribute.owner = AttributeOwner::kStep;
  attribute.step = StepId{2};
  attribute.key = "score";
  attribute.value = Value(7);
  story.tell(attribute);
  story.tell(SessionPaused{"lunch", ""});
  CHECK(reported(before, story.session()) ==
        "goal: Add OAuth → Add OAuth 2.0\n"
        "lifecycle: active → paused: lunch\n"
        "step 1 \"Plan\": active → done: pages 3 measured\n"
        "step 2 \"Build\": pending → active\n"
        "step 2 \"Build\" score: set: 7\n"
        "decision 9: added: tokens: JWT: it scales\n"
        "question 5: answered: yes, daily\n"
        "failure 11: added: implicit flow: deprecated\n"
        "file src/x.ts: added: created, +12 −0\n"
        "file src/y.ts: added: modified\n"
        "artifact plan.md: added: version 1\n"
        "agent a1: added: architect, running\n");
}

TEST_CASE("backwards, what was added is removed") {
  Telling story = planned();
  const Session before = story.session();
  story.done(1).start(2).tell(DecisionMade{StepId{2}, "", {}, "JWT", ""});
  const auto lines = diff_sessions(story.session(), before);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == DiffLine{"step 1 \"Plan\"", "done → active", "done", "active"});
  CHECK(lines[1].what == "active → pending");
  CHECK(lines[2] == DiffLine{"decision 7", "removed: JWT", "JWT", ""});
}

TEST_CASE("forks are compared by what was said, not by number") {
  Telling trunk = planned();
  Telling left = trunk;
  Telling right = trunk;
  left.tell(DecisionMade{StepId{1}, "", {}, "cookies", ""}).step(3, "Ship");
  right.tell(DecisionMade{StepId{1}, "", {}, "tokens", ""}).step(3, "Test");
  CHECK(reported(left.session(), right.session()) ==
        "step 3 \"Test\": added: pending\n"
        "step 3 \"Ship\": removed: pending\n"
        "decision 5: added: tokens\n"
        "decision 5: removed: cookies\n");
}

TEST_CASE("a failed gate, a claim and a new attempt are told") {
  Telling story = planned();
  const Session before = story.session();
  AttemptFailed failed;
  failed.step = StepId{1};
  failed.findings = {
      {"coverage", "coverage 65, needs >= 80", ""}
  };
  story.tell(failed).tell(StepStarted{StepId{1}, 2});
  story.tell(LeaseTaken{StepId{1}, 1, time_at("15:00"), minutes(30)});
  CHECK(reported(before, story.session()) ==
        "step 1 \"Plan\": attempt 1 failed its gate: coverage 65, needs >= 80; attempt 2 begun\n"
        "step 1 \"Plan\" claimed by: set: ana@laptop\n");
}

TEST_CASE("facts that only fell out of memory are counted, not called removed") {
  Telling story = planned();
  for (int i = 0; i < 10; ++i) story.tell(NoteAdded{StepId{1}, fmt::format("note {}", i), ""});
  const Session before = story.session();
  for (int i = 10; i < 60; ++i) story.tell(NoteAdded{StepId{1}, fmt::format("note {}", i), ""});
  const auto lines = diff_sessions(before, story.session());
  REQUIRE(lines.size() == kKeptFacts + 1);
  CHECK(lines.front() == DiffLine{"note 33", "added: note 28", "", "note 28"});
  CHECK(lines.back() == DiffLine{"notes", "18 more recorded", "10", "60"});
}

TEST_CASE("an open question outlives the closed ones around it") {
  Telling story = planned();
  story.tell(QuestionAsked{StepId{1}, "first"});
  const Session before = story.session();
  for (uint32_t i = 0; i < 40; ++i) {
    story.tell(QuestionAsked{StepId{1}, "again"});
    story.tell(QuestionAnswered{story.session().head, "ok"});
  }
  for (const auto& line : diff_sessions(before, story.session())) {
    CHECK_FALSE(line.what.starts_with("removed"));
  }
  for (const auto& line : diff_sessions(story.session(), before)) {
    CHECK_FALSE(line.what.starts_with("added"));
  }
}

TEST_CASE("a line of a difference is short and visible; what it is about stays whole") {
  Telling story = planned();
  const Session before = story.session();
  const std::string text = "escape \x1b[31m\n" + std::string(5'000, 'x');
  story.tell(NoteAdded{StepId{1}, text, ""});
  const auto lines = diff_sessions(before, story.session());
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].what.starts_with("added: escape \\x1b[31m xxx"));
  CHECK(lines[0].what.size() < 200);
  CHECK(lines[0].after == text);
}

}  // namespace clew
