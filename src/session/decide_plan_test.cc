#include <doctest/doctest.h>

#include "session/story_test.h"

namespace clew {
namespace {

Result<Drafts> start(const std::string& plan) {
  StartSession intent;
  intent.opening.goal = "reach the exit";
  intent.plan = outline(plan);
  return Story().would(intent);
}

TEST_CASE("a session begins with its plan and its first step") {
  const Story story("plan\nbuild\ntest");
  CHECK(story.session.identity.goal == "reach the exit");
  CHECK(story.session.structure.total == 3u);
  CHECK(story.status("plan") == StepStatus::kActive);
  CHECK(story.status("build") == StepStatus::kPending);
  CHECK(story.step("plan").open_attempt()->number == 1);
  CHECK(story.current() == "plan");
  CHECK(story.progress().percent == 0);
}

TEST_CASE("a session without a plan stands at itself") {
  Story story("");
  story.session.steps.resize(1);
  Story bare;
  StartSession intent;
  intent.opening.goal = "look around";
  bare.then(intent);
  CHECK(current_step(bare.session, bare.actor) == kRoot);
  CHECK_FALSE(bare.session.structure.total.has_value());
  CHECK_FALSE(bare.session.has_plan());
  CHECK(leaves(bare.session) == std::vector<StepId>{kRoot});
  CHECK(bare.progress().total == 1);
  bare.wait(minutes(5)).then(CompleteStep{});
  CHECK(bare.session.lifecycle.status == Lifecycle::kCompleted);
  CHECK(bare.progress().percent == 100);
}

TEST_CASE("nested steps begin from the outside in") {
  const Story story("design\n  sketch\n    draw\n  review\nbuild");
  CHECK(story.status("design") == StepStatus::kActive);
  CHECK(story.status("sketch") == StepStatus::kActive);
  CHECK(story.status("draw") == StepStatus::kActive);
  CHECK(story.status("review") == StepStatus::kPending);
  CHECK(story.current() == "draw");
  CHECK(story.session.structure.total == 2u);
  CHECK(story.progress().total == 3);
}

TEST_CASE("with the last part the step around it is done, up to the session") {
  Story story("design\n  sketch\n    draw\n  review\nbuild");
  story.done("draw");
  CHECK(story.status("sketch") == StepStatus::kDone);
  CHECK(story.status("design") == StepStatus::kActive);
  CHECK(story.current() == "review");
  story.done("review");
  CHECK(story.status("design") == StepStatus::kDone);
  CHECK(story.current() == "build");
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  story.done("build");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
  CHECK(story.session.root().status == StepStatus::kDone);
  CHECK(story.progress().percent == 100);
  CHECK(holds<SessionEnded>(story.events.back().data));
}

TEST_CASE("a step with parts and a gate waits for its gate") {
  Story story("design | gate approved\n  sketch\nbuild");
  story.done("sketch");
  CHECK(story.status("design") == StepStatus::kActive);
  CHECK(story.current() == "design");
  CHECK(story.ready().empty());
  CHECK(story.status("build") == StepStatus::kPending);
  story.done("design", shown("approved", true));
  CHECK(story.status("design") == StepStatus::kDone);
  CHECK(story.current() == "build");
}

TEST_CASE("with its parts done a step's gate comes before other steps that are ready") {
  Story story("all | any\n  design | gate approved\n    sketch\n  build");
  story.done("sketch");
  CHECK(story.current() == "design");
  CHECK(story.status("build") == StepStatus::kPending);
}

TEST_CASE("what waits for a step left open elsewhere is not next, that step is") {
  Story story(
      "all | any\n  design | gate approved\n    sketch\n  build | any\n    draw\n    cut | needs "
      "design");
  story.then(StartStep{story.id("draw")}).done("sketch").done("draw");
  CHECK(story.status("design") == StepStatus::kActive);
  CHECK(story.current() == "design");
}

TEST_CASE("a session with a gate waits for its gate") {
  Story story;
  StartSession intent;
  intent.opening.goal = "reach the exit";
  intent.opening.gate = *parse_gate({"released"});
  intent.plan = outline("build");
  story.then(intent).done("build");
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK(current_step(story.session, story.actor) == kRoot);
  CHECK(code_of(story.would(CloseSession{})) == ErrorCode::kInvalid);
  story.then(CompleteStep{kRoot, shown("released", false), {}, {}, {}, {}});
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK(story.session.root().attempt_count == 2);
  CHECK(story.current() == "reach the exit");
  story.then(CompleteStep{kRoot, shown("released", true), {}, {}, {}, {}});
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
  CHECK(story.session.root().last_attempt()->number == 2);
}

TEST_CASE("steps in order wait for the one before; steps in any order do not") {
  Story ordered("a\nb\nc");
  CHECK(ordered.ready().empty());
  CHECK(code_of(ordered.would(StartStep{ordered.id("c")})) == ErrorCode::kInvalid);
  CHECK(ordered.would(StartStep{ordered.id("c")}).error().next == "clew done 1");
  Story free("all | any\n  a\n  b\n  c");
  CHECK(free.ready() == "b c");
  free.done("c");
  CHECK(free.current() == "a");
}

TEST_CASE("needs are waited for, also across branches, and stand in for order") {
  Story story(
      "all | any\n  front | any\n    page | needs api\n    style\n  back | any\n    api | needs "
      "schema\n    schema");
  CHECK(story.current() == "style");
  CHECK(story.ready() == "schema");
  CHECK(readiness(story.session, story.id("page")).readiness == Readiness::kWaitsForNeeds);
  CHECK(readiness(story.session, story.id("page")).waits_for == story.id("api"));
  story.done("schema");
  CHECK(story.ready() == "api");
  story.done("api");
  CHECK(story.ready() == "page");
  Story skipping("a\nb\nc | needs a");
  skipping.done("a");
  CHECK(skipping.ready() == "c");
}

TEST_CASE("a need inside a skipped step is settled with it") {
  Story story("all | any\n  x\n  old | any\n    legacy\n  new | needs legacy");
  CHECK(readiness(story.session, story.id("new")).readiness == Readiness::kWaitsForNeeds);
  story.change("old", StepVerb::kSkip);
  CHECK(story.status("legacy") == StepStatus::kPending);
  CHECK(story.ready() == "new");
}

TEST_CASE("a plan in which steps wait for each other is refused") {
  constexpr const char* kPlans[] = {
      "all | any\n  a | needs b\n  b | needs a",
      "all | any\n  a | needs b\n  b | needs c\n  c | needs a",
      "a | needs a",
      "all | needs part\n  part",
      "all\n  part | needs all",
      "a | needs b\nb",
      "one\n  x | needs y\ntwo\n  y",
      "all | any\n  one | any\n    x | needs two\n  two | any\n    y | needs x",
  };
  for (const char* plan : kPlans) {
    CAPTURE(plan);
    const auto refused = start(plan);
    CHECK(code_of(refused) == ErrorCode::kInvalid);
    CHECK(refused.error().message.find("would wait for itself") != std::string::npos);
  }
}

TEST_CASE("plans that look like circles and are none are taken") {
  constexpr const char* kPlans[] = {
      "a\nb | needs a",
      "one\n  x\ntwo\n  y | needs x",
      "all | any\n  one | any\n    x | needs y\n  two | any\n    y",
      "a\nb | needs a\nc | needs a\nd",
      "all | any\n  one\n    x | needs z\n  two\n    y | needs x\n  three\n    z",
  };
  for (const char* plan : kPlans) {
    CAPTURE(plan);
    CHECK(start(plan).ok());
  }
}

TEST_CASE("every plan that is taken can be finished") {
  Story story("all | any\n  one\n    x | needs z\n  two\n    y | needs x\n  three\n    z\n    w");
  for (int i = 0; i < 10 && story.session.lifecycle.status == Lifecycle::kActive; ++i) {
    story.then(CompleteStep{});
  }
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("a step is removed with its parts, unless somebody was at one of them") {
  Story story("Last\nOuter\n  First\n  Second");
  const auto code_of = [&](StepId step) {
    const auto removed = story.would(RemoveStep{step});
    return removed ? std::optional<ErrorCode>() : std::optional(removed.error().code);
  };
  CHECK(code_of(StepId{1}) == ErrorCode::kInvalid);  // it is active
  CHECK(code_of(kRoot) == ErrorCode::kInvalid);
  CHECK(code_of(StepId{9}) == ErrorCode::kNotFound);
  story.then(RemoveStep{StepId{2}});
  CHECK(story.session.find(StepId{2}) == nullptr);
  CHECK(story.session.find(StepId{4}) == nullptr);
  CHECK(story.session.root().children == std::vector<StepId>{StepId{1}});
}

TEST_CASE("a malformed plan is refused") {
  std::string deep;
  for (int i = 0; i < 65; ++i)
    deep += (i > 0 ? "\n" : "") + std::string(2 * i, ' ') + "s" + std::to_string(i);
  struct Row {
    const char* claim;
    std::vector<PlannedStep> plan;
    ErrorCode code;
  };
  std::vector<PlannedStep> backwards = outline("a\nb");
  backwards[0].parent = 1;
  std::vector<PlannedStep> own_parent = outline("a");
  own_parent[0].parent = 0;
  std::vector<PlannedStep> far = outline("a");
  far[0].parent = 99;
  std::vector<PlannedStep> untitled = outline("a");
  untitled[0].title = "";
  const Row kRows[] = {
      {"two steps with one key", outline("a | key k\nb | key k"), ErrorCode::kInvalid},
      {"a need nobody has", outline("a | needs z"), ErrorCode::kInvalid},
      {"a need that could be two", outline("t\nt\nb | needs t"), ErrorCode::kInvalid},
      {"too deep", outline(deep), ErrorCode::kInvalid},
      {"too long a title", outline(std::string(1001, 't')), ErrorCode::kInvalid},
      {"no title", untitled, ErrorCode::kUsage},
      {"a part before its step", backwards, ErrorCode::kInvalid},
      {"a step that is its own part", own_parent, ErrorCode::kInvalid},
      {"a parent out of range", far, ErrorCode::kInvalid},
      {"too many steps", std::vector<PlannedStep>(10'000, planned("s")), ErrorCode::kInvalid},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    StartSession intent;
    intent.opening.goal = "g";
    intent.plan = row.plan;
    CHECK(code_of(Story().would(intent)) == row.code);
  }
}

TEST_CASE("a beginning that makes no sense is refused") {
  StartSession intent;
  CHECK(code_of(Story().would(intent)) == ErrorCode::kUsage);
  intent.opening.goal = std::string(9000, 'g');
  CHECK(code_of(Story().would(intent)) == ErrorCode::kInvalid);
  intent.opening.goal = "g";
  intent.opening.structure.first_index = 2;
  CHECK(code_of(Story().would(intent)) == ErrorCode::kInvalid);
  intent.opening.structure.first_index = 0;
  Story story;
  story.then(intent);
  CHECK(code_of(story.would(intent)) == ErrorCode::kConflict);
}

TEST_CASE("a plan of every size there may be is taken") {
  StartSession intent;
  intent.opening.goal = "g";
  intent.plan.assign(9'999, planned("s"));
  const auto drafts = Story().would(intent);
  REQUIRE(drafts.ok());
  CHECK(drafts->size() == 10'001);
}

TEST_CASE("steps are numbered from the first index at the top and from one below") {
  Structure from_zero;
  from_zero.first_index = 0;
  const Story zero("a\n  a1\n  a2\nb", from_zero);
  CHECK(number_of(zero.session, zero.id("a")) == "0");
  CHECK(number_of(zero.session, zero.id("a2")) == "0.2");
  CHECK(number_of(zero.session, zero.id("b")) == "1");
  const Story one("a\n  a1\nb");
  CHECK(number_of(one.session, one.id("a")) == "1");
  CHECK(number_of(one.session, one.id("b")) == "2");
  CHECK(number_of(one.session, kRoot) == "0");
  CHECK(label_of(one.session, one.id("b")) == "2 \"b\"");
  CHECK(label_of(one.session, kRoot) == "the session");
  CHECK(label_of(one.session, StepId{99}) == "?");
}

TEST_CASE("a step is found by number, key, external id or the start of its title") {
  const Story story(
      "Plan | key p\n  Draft | id workflow:3\n  Read | key 2\nBuild\nBuild docs | id "
      "feature:T-9\nÜber\nTest it");
  struct Row {
    const char* text;
    const char* title;
  };
  constexpr Row kRows[] = {
      {"1",       "Plan"      },
      {"1.1",     "Draft"     },
      {"2",       "Build"     },
      {"p",       "Plan"      },
      {"T-9",     "Build docs"},
      {"build",   "Build"     },
      {"build d", "Build docs"},
      {"BUILD",   "Build"     },
      {"test",    "Test it"   },
      {"Über",    "Über"      },
      {"r",       "Read"      },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    const auto found = find_step(story.session, row.text);
    REQUIRE(found.ok());
    CHECK(story.session.find(*found)->title == row.title);
  }
  for (const char* text :
       {"", "0", "9", "1.9", "1.", ".1", "01", "1.1.1", "nobody", "-1", "99999999999"}) {
    CAPTURE(text);
    REQUIRE(!find_step(story.session, text).ok());
    CHECK(find_step(story.session, text).error().code == ErrorCode::kNotFound);
    CHECK_FALSE(find_step(story.session, text).error().subject.empty());
  }
  REQUIRE(!find_step(story.session, "b").ok());
  CHECK(find_step(story.session, "b").error().code == ErrorCode::kUsage);
  CHECK(find_step(story.session, "b").error().message ==
        "\"b\" is ambiguous; it could be 2 \"Build\", 3 \"Build docs\"");
}

}  // namespace
}  // namespace clew
