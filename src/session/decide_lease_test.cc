#include <doctest/doctest.h>

#include <set>

#include "session/story_test.h"

namespace clew {
namespace {

CompleteStep done_with(const Story& story, const std::string& step, uint32_t fence) {
  return CompleteStep{story.id(step), {}, {}, {}, {}, fence};
}

Story field() {
  Story story("all | any\n  first\n  a\n  b\n  c");
  story.done("first").as("bob");
  return story;
}

TEST_CASE("a claim is one step for one actor until it expires") {
  Story story = field();
  story.then(ClaimStep{{}, minutes(30)});
  const Lease& lease = *story.step("b").lease;
  CHECK(lease.holder == ActorId("bob"));
  CHECK(lease.fence == 1);
  CHECK(lease.expires_at == story.now + minutes(30));
  CHECK(story.session.last_fence == 1);
  CHECK(story.status("b") == StepStatus::kActive);
  CHECK(story.current() == "b");
}

TEST_CASE("the actor's own step is what it claims first") {
  Story story("all | any\n  a\n  b");
  story.then(ClaimStep{});
  CHECK(story.step("a").lease->holder == ActorId("ana"));
  CHECK(story.step("a").attempts.size() == 1);
}

TEST_CASE("asking twice gives no second step") {
  Story story = field();
  story.then(ClaimStep{});
  const size_t events = story.events.size();
  story.then(ClaimStep{});
  CHECK(story.events.size() == events);
  story.then(ClaimStep{story.id("b"), minutes(5)});
  CHECK(story.events.size() == events);
  CHECK(story.step("b").lease->fence == 1);
}

TEST_CASE("eight actors claim eight different steps") {
  Story story("all | any\n  s0\n  s1\n  s2\n  s3\n  s4\n  s5\n  s6\n  s7\n  s8");
  std::set<std::string> claimed;
  for (int i = 1; i <= 8; ++i) {
    story.as("agent-" + std::to_string(i)).then(ClaimStep{});
    claimed.insert(story.current());
    CHECK(story.session.last_fence == static_cast<uint32_t>(i));
  }
  CHECK(claimed.size() == 8);
  CHECK_FALSE(claimed.contains("s0"));
  const auto refused = story.as("agent-9").would(ClaimStep{});
  CHECK(code_of(refused) == ErrorCode::kNotFound);
  CHECK(refused.error().message ==
        "no step is ready to be claimed; ana is working on step 1.1 \"s0\"");
}

TEST_CASE("the holder's own work renews its claim, others' work does not") {
  Story story = field();
  story.then(ClaimStep{{}, minutes(30)}).wait(minutes(20)).note("going on");
  CHECK(story.step("b").lease->expires_at == story.now + minutes(30));
  story.wait(minutes(20)).as("ana").note("just looking");
  CHECK(story.step("b").lease->expires_at == story.now + minutes(10));
}

TEST_CASE("while it lasts nobody else touches the step") {
  Story story = field();
  story.then(ClaimStep{}).as("ana");
  CHECK(code_of(story.would(CompleteStep{story.id("b"), {}, {}, {}, {}, {}})) ==
        ErrorCode::kConflict);
  CHECK(code_of(story.would(ChangeStep{story.id("b"), StepVerb::kFail, "r", {}})) ==
        ErrorCode::kConflict);
  CHECK(code_of(story.would(ClaimStep{story.id("b"), minutes(1)})) == ErrorCode::kConflict);
  CHECK(code_of(story.would(ReleaseStep{story.id("b"), {}})) == ErrorCode::kConflict);
  CHECK(code_of(story.would(ChangeStep{story.id("all"), StepVerb::kSkip, "r", {}})) ==
        ErrorCode::kConflict);
  CHECK(story.ready() == "c");
}

TEST_CASE("a claim that ran out is free for the next one, and its holder is refused") {
  Story story = field();
  story.then(ClaimStep{{}, minutes(30)}).wait(minutes(30));
  CHECK(code_of(story.would(CompleteStep{})) == ErrorCode::kConflict);
  story.note("a note does not bring it back");
  CHECK(story.step("b").lease->expires_at == story.now);
  story.as("eve").then(ClaimStep{});
  CHECK(story.current() == "b");
  CHECK(story.step("b").lease->fence == 2);
  CHECK(story.step("b").attempts[0].outcome == AttemptOutcome::kAbandoned);
  CHECK(story.step("b").attempts[1].actor == ActorId("eve"));
  story.as("bob");
  CHECK(code_of(story.would(done_with(story, "b", 1))) == ErrorCode::kConflict);
  CHECK(code_of(story.would(CompleteStep{story.id("b"), {}, {}, {}, {}, {}})) ==
        ErrorCode::kConflict);
  story.as("eve").then(done_with(story, "b", 2));
  CHECK(story.status("b") == StepStatus::kDone);
}

TEST_CASE("whose claim ran out may claim again and goes on where it was") {
  Story story = field();
  story.then(ClaimStep{{}, minutes(30)}).wait(minutes(31)).then(ClaimStep{});
  CHECK(story.step("b").lease->fence == 2);
  CHECK(story.step("b").attempts.size() == 1);
  CHECK(code_of(story.would(done_with(story, "b", 1))) == ErrorCode::kConflict);
  story.then(done_with(story, "b", 2));
}

TEST_CASE("a fence that was never given is stale") {
  Story story = field();
  CHECK(code_of(story.would(done_with(story, "c", 7))) == ErrorCode::kConflict);
  story.then(ClaimStep{});
  CHECK(code_of(story.would(done_with(story, "b", 7))) == ErrorCode::kConflict);
  CHECK(code_of(story.would(ChangeStep{story.id("b"), StepVerb::kFail, "r", 7})) ==
        ErrorCode::kConflict);
  CHECK(code_of(story.would(ReleaseStep{story.id("b"), 7})) == ErrorCode::kConflict);
}

TEST_CASE("whoever claims steps is not given another one") {
  Story story = field();
  story.then(ClaimStep{}).then(CompleteStep{});
  CHECK(story.status("b") == StepStatus::kDone);
  CHECK_FALSE(story.step("b").lease.has_value());
  CHECK(story.status("c") == StepStatus::kPending);
}

TEST_CASE("a released step is free for anybody at once") {
  Story story = field();
  story.then(ClaimStep{}).then(ReleaseStep{story.id("b"), 1});
  CHECK(story.status("b") == StepStatus::kPending);
  CHECK(story.step("b").last_attempt()->outcome == AttemptOutcome::kAbandoned);
  CHECK(code_of(story.would(ReleaseStep{story.id("b"), {}})) == ErrorCode::kInvalid);
  CHECK(code_of(story.would(ReleaseStep{StepId{99}, {}})) == ErrorCode::kNotFound);
  CHECK(story.as("eve").ready() == "b c");
}

TEST_CASE("a step that is blocked, failed or up for review is nobody's any more") {
  for (const auto verb : {StepVerb::kBlock, StepVerb::kFail, StepVerb::kReview}) {
    CAPTURE(name_of(verb));
    Story story = field();
    story.then(ClaimStep{}).change("b", verb);
    CHECK_FALSE(story.step("b").lease.has_value());
    CHECK(story.as("ana").would(ChangeStep{story.id("b"), StepVerb::kSkip, "r", {}}).ok());
  }
}

TEST_CASE("a failed gate keeps the claim") {
  Story story("all | any\n  first\n  b | gate ok");
  story.as("bob").then(ClaimStep{}).then(CompleteStep{{}, shown("ok", false), {}, {}, {}, 1});
  CHECK(story.step("b").lease->fence == 1);
  story.then(CompleteStep{{}, shown("ok", true), {}, {}, {}, 1});
  CHECK(story.status("b") == StepStatus::kDone);
}

TEST_CASE("nested steps are claimed with the steps around them begun") {
  Story story("all | any\n  first\n  deep\n    deeper | any\n      x\n      y");
  story.as("bob").then(ClaimStep{});
  CHECK(story.current() == "x");
  CHECK(story.status("deep") == StepStatus::kActive);
  CHECK(story.status("deeper") == StepStatus::kActive);
  story.as("eve").then(ClaimStep{});
  CHECK(story.current() == "y");
  CHECK(story.step("deeper").attempt_count == 1);
  story.as("bob").then(CompleteStep{});
  CHECK(story.status("deeper") == StepStatus::kActive);
  story.as("eve").then(CompleteStep{});
  CHECK(story.status("deep") == StepStatus::kDone);
}

TEST_CASE("a step whose parts are all done is claimed for what its gate asks") {
  Story story("all | any\n  build | gate ok\n    x\n    y\n  other");
  for (const char* part : {"x", "y"}) {
    story.as("ana").then(ClaimStep{story.id(part), minutes(30)});
    CHECK(code_of(story.would(ClaimStep{story.id("build"), minutes(5)})) == ErrorCode::kInvalid);
    story.then(CompleteStep{});
  }
  const char* who = "ana";
  SUBCASE("by who began it") {}
  SUBCASE("by anybody else") { who = "bob"; }
  story.as(who).then(ClaimStep{});
  CHECK(story.step("build").lease->holder == ActorId(who));
  CHECK(story.current() == "build");
  story.as("eve").then(ClaimStep{});
  CHECK(story.current() == "other");
  story.as(who).then(
      CompleteStep{{}, shown("ok", true), {}, {}, {}, story.step("build").lease->fence});
  CHECK(story.status("build") == StepStatus::kDone);
}

TEST_CASE("a step at whose gate somebody tries is not for others to claim") {
  Story story("build | gate ok\n  x");
  story.done("x").done("build", shown("ok", false));
  CHECK(story.as("bob").would(ClaimStep{}).error().message ==
        "no step is ready to be claimed; ana is working on step 1 \"build\"");
  story.as("ana").then(ClaimStep{});
  CHECK(story.current() == "build");
  CHECK(story.step("build").attempt_count == 2);
  story.wait(minutes(31)).as("bob").then(ClaimStep{});
  CHECK(story.current() == "build");
}

TEST_CASE("a released step whose parts are all done is ready again") {
  Story story("build | gate ok\n  x\nship");
  story.done("x").then(ClaimStep{}).then(ReleaseStep{story.id("build"), {}});
  CHECK(story.ready() == "build");
  story.as("bob").then(ClaimStep{});
  CHECK(story.current() == "build");
}

TEST_CASE("what cannot be claimed is refused") {
  Story story("a\n  a1\nb");
  const auto claiming = [&](StepId step) {
    return code_of(story.would(ClaimStep{step, minutes(5)}));
  };
  CHECK(claiming(kRoot) == ErrorCode::kInvalid);
  CHECK(claiming(story.id("a")) == ErrorCode::kInvalid);
  CHECK(claiming(story.id("b")) == ErrorCode::kInvalid);
  CHECK(claiming(StepId{99}) == ErrorCode::kNotFound);
  story.done("a1");
  CHECK(claiming(story.id("a1")) == ErrorCode::kInvalid);
  CHECK(code_of(story.would(ClaimStep{{}, Duration{999}})) == ErrorCode::kUsage);
  CHECK(code_of(story.would(ClaimStep{{}, days(8)})) == ErrorCode::kUsage);
}

}  // namespace
}  // namespace clew
