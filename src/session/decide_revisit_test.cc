#include <doctest/doctest.h>

#include "session/story_test.h"

namespace clew {
namespace {

Intent artifact(const Story& story, const std::string& step, const std::string& path) {
  ArtifactAdded added;
  added.path = path;
  added.content = sha256(path);
  return RecordFact{added, story.id(step)};
}

// Four steps, three of them done, each with an artifact.
Story essay() {
  Story story("outline | subject plot\ndraft\npolish | subject plot\nprint");
  story.then(artifact(story, "outline", "outline.md")).done("outline");
  story.then(artifact(story, "draft", "work/draft.md")).done("draft");
  story.then(artifact(story, "polish", "final")).done("polish");
  return story;
}

RevisitStep back_to(const Story& story, const std::string& step, Impact impact,
                    const std::vector<std::string>& affects = {}) {
  RevisitStep intent{story.id(step), impact, "the plot changed", {}};
  for (const auto& each : affects) intent.affects.push_back(story.id(each));
  return intent;
}

std::string archived(const Story& story, const std::string& path) {
  for (const auto& each : story.session.artifacts.items) {
    if (each.path == path) return each.archived_as;
  }
  return "?";
}

TEST_CASE("a minor revisit flags what came after for review") {
  Story story = essay();
  story.then(back_to(story, "outline", Impact::kMinor));
  CHECK(story.status("outline") == StepStatus::kActive);
  CHECK(story.step("outline").attempt_count == 2);
  CHECK(story.step("outline").attempts[0].outcome == AttemptOutcome::kPassed);
  CHECK(story.status("draft") == StepStatus::kNeedsReview);
  CHECK(story.step("draft").status_reason == "step 1 \"outline\" was revisited");
  CHECK(story.status("polish") == StepStatus::kNeedsReview);
  CHECK(story.status("print") == StepStatus::kNeedsReview);
  CHECK(archived(story, "work/draft.md").empty());
  CHECK(story.current() == "outline");
  CHECK(story.session.revisions.items.back().impact == Impact::kMinor);
  CHECK(story.session.revisions.items.back().reason == "the plot changed");
  story.done("outline");
  CHECK(story.current() == "draft");
  CHECK(story.status("draft") == StepStatus::kNeedsReview);
  story.done("draft").done("polish").done("print");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("what is flagged for review is done in its order") {
  Story story = essay();
  story.then(back_to(story, "outline", Impact::kMinor));
  const auto intent = [&](const char* step) {
    return CompleteStep{story.id(step), {}, {}, {}, {}, {}};
  };
  const auto refused = story.would(intent("polish"));
  CHECK(code_of(refused) == ErrorCode::kInvalid);
  CHECK(refused.error().message == "step 1 \"outline\" is not done");
  CHECK(refused.error().next == "clew done 1");
  story.done("outline");
  CHECK(story.would(intent("polish")).error().message == "step 2 \"draft\" is not done");
  story.done("draft");
  CHECK(story.would(intent("polish")).ok());
}

TEST_CASE("a moderate revisit archives and flags the steps it names") {
  Story story = essay();
  story.then(back_to(story, "outline", Impact::kModerate, {"draft"}));
  CHECK(story.status("draft") == StepStatus::kNeedsReview);
  CHECK(story.status("polish") == StepStatus::kDone);
  CHECK(archived(story, "work/draft.md") == "work/draft.v1.md");
  CHECK(archived(story, "final").empty());
  CHECK(story.session.revisions.items.back().archived ==
        std::vector<std::string>{"work/draft.v1.md"});
}

TEST_CASE("a moderate revisit without names affects what is about the same") {
  Story story = essay();
  story.then(back_to(story, "outline", Impact::kModerate));
  CHECK(story.status("draft") == StepStatus::kDone);
  CHECK(story.status("polish") == StepStatus::kNeedsReview);
  CHECK(archived(story, "final") == "final.v1");
}

TEST_CASE("a major revisit archives and resets everything after") {
  Story story = essay();
  story.then(back_to(story, "outline", Impact::kMajor));
  for (const char* step : {"draft", "polish", "print"}) {
    CAPTURE(step);
    CHECK(story.status(step) == StepStatus::kPending);
    CHECK(story.step(step).attempts.size() == 1);
  }
  CHECK(story.step("print").last_attempt()->outcome == AttemptOutcome::kAbandoned);
  CHECK(archived(story, "outline.md").empty());
  CHECK(archived(story, "work/draft.md") == "work/draft.v1.md");
  story.then(artifact(story, "draft", "work/draft.md"));
  CHECK(archived(story, "work/draft.md").empty());
  CHECK(story.session.artifacts.items.back().version == 2);
  story.done("outline").done("draft");
  CHECK(story.current() == "polish");
}

TEST_CASE("an archived name carries the version before the ending") {
  struct Row {
    const char* path;
    const char* archived_as;
  };
  constexpr Row kRows[] = {
      {"x.md",      "x.v1.md"     },
      {"a.b/plain", "a.b/plain.v1"},
      {"dir/.env",  "dir/.env.v1" },
      {".profile",  ".profile.v1" },
      {"a.tar.gz",  "a.tar.v1.gz" },
      {"./x",       "./x.v1"      },
      {"x.",        "x.v1."       },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.path);
    Story story("a\nb\nc");
    story.done("a").then(artifact(story, "b", row.path)).done("b");
    story.then(back_to(story, "a", Impact::kMajor));
    CHECK(archived(story, row.path) == row.archived_as);
  }
}

TEST_CASE("nothing is archived under a name that others have") {
  Story story = essay();
  RevisitStep intent = back_to(story, "outline", Impact::kMajor);
  intent.taken = {"work/draft.v1.md", "work/draft.v7.md", "work/draft.vx.md",
                  "draft.v9.md",      "final.v",          "final.v123456789012"};
  story.then(intent);
  CHECK(archived(story, "work/draft.md") == "work/draft.v8.md");
  CHECK(archived(story, "final") == "final.v1");
}

TEST_CASE("a version that is rewritten after its step was gone back to keeps a name of its own") {
  struct Row {
    const char* claim;
    const char* back_to;
    const char* rewritten;
    const char* path;
    const char* name;
  };
  const Row rows[] = {
      {"its own step",            "outline", "outline", "outline.md",    "outline.v1.md"   },
      {"a step before it",        "outline", "draft",   "work/draft.md", "work/draft.v1.md"},
      {"a step that comes after", "draft",   "outline", "outline.md",    ""                },
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    Story story = essay();
    const auto rewrite = [&](const char* text) {
      ArtifactAdded added;
      added.path = row.path;
      added.content = sha256(text);
      story.then(RecordFact{added, story.id(row.rewritten)});
    };
    story.then(back_to(story, row.back_to, Impact::kMinor));
    rewrite(row.path);  // as it was
    CHECK(story.session.artifacts.items.back().replaced_as.empty());
    Story fresh = essay();
    fresh.then(back_to(fresh, row.back_to, Impact::kMinor));
    story = fresh;
    rewrite("other");
    CHECK(story.session.artifacts.items.back().replaced_as == row.name);
    const Hash first = row.name[0] == '\0' ? Hash() : sha256(row.path);
    CHECK(story.session.artifacts.items.back().replaced == first);
    rewrite("another");  // the same rewriting still
    CHECK(story.session.artifacts.items.back().replaced_as == row.name);
    CHECK(story.session.artifacts.items.back().replaced == first);
    CHECK(story.session.artifacts.items.back().version == 3);
  }
}

TEST_CASE("what would happen can be asked first") {
  const Story story = essay();
  const auto plan = plan_revisit(story.session, back_to(story, "outline", Impact::kMajor));
  REQUIRE(plan.ok());
  CHECK(plan->affected ==
        std::vector<StepId>{story.id("draft"), story.id("polish"), story.id("print")});
  CHECK(plan->artifacts == std::vector<std::string>{"work/draft.md", "final"});
  CHECK(plan_revisit(story.session, back_to(story, "outline", Impact::kMinor))->artifacts.empty());
}

TEST_CASE("a completed session is opened again by a revisit, and ends again") {
  Story story("a\nb");
  story.done("a").done("b");
  story.wait(days(3)).then(back_to(story, "a", Impact::kMinor));
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK_FALSE(story.session.lifecycle.ended_at.has_value());
  CHECK(story.session.root().status == StepStatus::kActive);
  CHECK(story.session.root().open_attempt()->number == 2);
  CHECK(story.progress().percent == 0);
  story.done("a").done("b");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
  Story aborted("a\nb");
  aborted.done("a").then(CloseSession{Lifecycle::kAborted, ""});
  CHECK(code_of(aborted.would(back_to(aborted, "a", Impact::kMinor))) == ErrorCode::kInvalid);
}

TEST_CASE("a revisit reaches across branches, and the steps around are open again") {
  Story story("one\n  x\n  y\ntwo\n  z\n  w\nthree");
  story.done("x").done("y").done("z").done("w");
  SUBCASE("minor") {
    story.then(back_to(story, "x", Impact::kMinor));
    CHECK(story.status("one") == StepStatus::kActive);
    for (const char* step : {"y", "two", "z", "w"})
      CHECK(story.status(step) == StepStatus::kNeedsReview);
    story.done("x");
    CHECK(story.current() == "y");
    story.done("y").done("z").done("w");
    CHECK(story.status("two") == StepStatus::kDone);
  }
  SUBCASE("moderate: a step is not complete around one that is not") {
    story.then(back_to(story, "x", Impact::kModerate, {"z"}));
    CHECK(story.status("z") == StepStatus::kNeedsReview);
    CHECK(story.status("two") == StepStatus::kNeedsReview);
    CHECK(story.status("w") == StepStatus::kDone);
    CHECK(story.progress().complete == 2);
    story.done("x").done("z");
    CHECK(story.status("two") == StepStatus::kDone);
    CHECK(story.status("one") == StepStatus::kDone);
  }
  SUBCASE("major") {
    story.then(back_to(story, "y", Impact::kMajor));
    CHECK(story.status("x") == StepStatus::kDone);
    for (const char* step : {"two", "z", "w"}) CHECK(story.status(step) == StepStatus::kPending);
    story.done("y");
    CHECK(story.current() == "z");
  }
}

TEST_CASE("a step with parts is revisited itself, its parts stay done") {
  Story story("one | gate ok\n  x\ntwo");
  story.done("x").done("one", shown("ok", true));
  story.then(back_to(story, "one", Impact::kMinor));
  CHECK(story.status("x") == StepStatus::kDone);
  CHECK(story.current() == "one");
  story.done("one", shown("ok", true));
  CHECK(story.status("one") == StepStatus::kDone);
}

TEST_CASE("a review does not lift what blocks a step; a reset does") {
  Story story("all | any\n  a\n  b\n  c");
  story.done("a").change("b", StepVerb::kBlock, "no key");
  Story minor = story;
  minor.then(back_to(minor, "a", Impact::kMinor));
  CHECK(minor.status("b") == StepStatus::kBlocked);
  story.then(back_to(story, "a", Impact::kMajor));
  CHECK(story.status("b") == StepStatus::kPending);
}

TEST_CASE("a revisit that makes no sense is refused") {
  Story story = essay();
  const auto revisiting = [&](const RevisitStep& intent) { return code_of(story.would(intent)); };
  CHECK(revisiting(RevisitStep{kRoot, Impact::kMinor, "", {}}) == ErrorCode::kNotFound);
  CHECK(revisiting(RevisitStep{StepId{99}, Impact::kMinor, "", {}}) == ErrorCode::kNotFound);
  CHECK(revisiting(back_to(story, "polish", Impact::kModerate, {"draft"})) == ErrorCode::kInvalid);
  CHECK(revisiting(back_to(story, "draft", Impact::kModerate)) == ErrorCode::kUsage);
  CHECK(revisiting(RevisitStep{story.id("draft"), Impact::kModerate, "", {StepId{99}}}) ==
        ErrorCode::kNotFound);
  story.add_steps("later");
  CHECK(revisiting(back_to(story, "later", Impact::kMinor)) == ErrorCode::kInvalid);
  story.then(PauseSession{"", ""});
  CHECK(revisiting(back_to(story, "draft", Impact::kMinor)) == ErrorCode::kInvalid);
}

TEST_CASE(
    "where parts run in any order, a minor revisit flags only what says that it needs others") {
  Story story("list | any\n  a\n  b\n  c | needs b\nafter");
  story.done("b").done("c").change("a", StepVerb::kBlock);
  story.change("a", StepVerb::kUnblock).done("a");
  story.then(back_to(story, "b", Impact::kMinor));
  CHECK(story.status("a") == StepStatus::kDone);
  CHECK(story.status("b") == StepStatus::kActive);
  CHECK(story.status("c") == StepStatus::kNeedsReview);
  CHECK(story.status("after") == StepStatus::kNeedsReview);
}

}  // namespace
}  // namespace clew
