#include <doctest/doctest.h>

#include "session/story_test.h"

namespace clew {
namespace {

// A story whose one step stands in the given status.
Story at(StepStatus status) {
  Story story("all | any\n  x\n  other");
  switch (status) {
    case StepStatus::kActive:
      break;
    case StepStatus::kPending:
      story.change("x", StepVerb::kBlock)
          .then(ChangeStep{story.id("x"), StepVerb::kFail, "no", {}});
      story.change("x", StepVerb::kBlock).change("x", StepVerb::kUnblock);
      break;
    case StepStatus::kDone:
      story.done("x");
      break;
    case StepStatus::kFailed:
      story.change("x", StepVerb::kFail);
      break;
    case StepStatus::kBlocked:
      story.change("x", StepVerb::kBlock);
      break;
    case StepStatus::kNeedsReview:
      story.change("x", StepVerb::kReview);
      break;
    case StepStatus::kSkipped:
      story.change("x", StepVerb::kSkip);
      break;
  }
  REQUIRE(story.status("x") == status);
  return story;
}

TEST_CASE("deciding agrees with the step's table in every cell") {
  for (size_t s = 0; s < std::size(EnumNames<StepStatus>::names); ++s) {
    for (size_t v = 0; v < std::size(EnumNames<StepVerb>::names); ++v) {
      const auto status = static_cast<StepStatus>(s);
      const auto verb = static_cast<StepVerb>(v);
      CAPTURE(name_of(status));
      CAPTURE(name_of(verb));
      Story story = at(status);
      const auto intent = ChangeStep{story.id("x"), verb, "because", {}};
      const auto to = next_status(status, verb);
      if (!to) {
        CHECK(code_of(story.would(intent)) == ErrorCode::kInvalid);
        continue;
      }
      const bool goes_on = verb == StepVerb::kUnblock && story.step("x").open_attempt() != nullptr;
      story.then(intent);
      CHECK(name_of(story.status("x")) == name_of(goes_on ? StepStatus::kActive : *to));
    }
  }
}

TEST_CASE("the verbs that give up a step need a reason") {
  for (const auto verb : {StepVerb::kFail, StepVerb::kBlock, StepVerb::kSkip}) {
    Story story("a\nb");
    CHECK(code_of(story.would(ChangeStep{story.id("a"), verb, "", {}})) == ErrorCode::kUsage);
    CHECK(code_of(story.would(ChangeStep{story.id("a"), verb, std::string(9000, 'r'), {}})) ==
          ErrorCode::kInvalid);
    story.change("a", verb, "no time");
    CHECK(story.step("a").status_reason == "no time");
  }
}

TEST_CASE("a step that is not there cannot be changed") {
  Story story("a");
  CHECK(code_of(story.would(StartStep{StepId{9}})) == ErrorCode::kNotFound);
  CHECK(code_of(story.would(CompleteStep{StepId{9}, {}, {}, {}, {}, {}})) == ErrorCode::kNotFound);
  CHECK(code_of(story.would(ChangeStep{StepId{9}, StepVerb::kFail, "r", {}})) ==
        ErrorCode::kNotFound);
  Story bare;
  StartSession intent;
  intent.opening.goal = "g";
  bare.then(intent);
  CHECK(code_of(bare.would(ChangeStep{{}, StepVerb::kFail, "r", {}})) == ErrorCode::kUsage);
}

// Steps in any order, or one after another, each with whom the plan gives it to.
Story assigned(const std::string& order, const std::vector<std::string>& workers) {
  std::vector<PlannedStep> plan{planned(order.empty() ? "all" : "all | " + order)};
  for (size_t i = 0; i < workers.size(); ++i) {
    PlannedStep step = planned(std::string(1, static_cast<char>('a' + i)));
    step.parent = 0;
    step.assignee = workers[i];
    plan.push_back(step);
  }
  Story story;
  StartSession intent;
  intent.opening.goal = "g";
  intent.plan = plan;
  story.then(intent);
  return story;
}

TEST_CASE("a step that is done starts none that the plan gives to somebody else") {
  struct Row {
    const char* claim;
    const char* order;
    std::vector<std::string> workers;
    const char* actor;
    const char* begun;  // after a is done
  };
  const Row rows[] = {
      {"it waits for its own",        "ordered", {"", "bob", ""},     "ana",        "" },
      {"one's own goes on",           "ordered", {"", "ana", ""},     "ana",        "b"},
      {"the same on another machine", "ordered", {"", "ana", ""},     "ana@laptop", "b"},
      {"nobody's is everybody's",     "ordered", {"bob", "", ""},     "ana",        "b"},
      {"the next that is free",       "any",     {"", "bob", ""},     "ana",        "c"},
      {"whose step was done goes on", "ordered", {"bob", "bob", ""},  "ana",        "b"},
      {"not to a third",              "ordered", {"bob", "carl", ""}, "ana",        "" },
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    Story story = assigned(std::string(row.order) == "any" ? "any" : "", row.workers);
    story.as(row.actor).done("a");
    std::string begun;
    for (const char* title : {"b", "c"}) {
      if (story.status(title) == StepStatus::kActive) begun += title;
    }
    CHECK(begun == row.begun);
  }
}

TEST_CASE("a session does not begin with what the plan gives to somebody else") {
  CHECK(assigned("", {"bob", ""}).status("a") == StepStatus::kPending);
  CHECK(assigned("", {"ana", ""}).status("a") == StepStatus::kActive);
  CHECK(assigned("any", {"bob", ""}).status("b") == StepStatus::kActive);
}

TEST_CASE("who claims a step gets what the plan gives to others last") {
  Story story = assigned("any", {"", "bob", ""});
  story.as("dora").then(ClaimStep{{}, minutes(30)});
  CHECK(story.step("c").lease.has_value());
}

TEST_CASE("without a name it is the actor's current step") {
  Story story("all | any\n  a\n  b");
  story.then(ChangeStep{{}, StepVerb::kFail, "no luck", {}});
  CHECK(story.status("a") == StepStatus::kFailed);
  CHECK(story.current() == "a");
  story.as("bob").then(StartStep{story.id("b")});
  CHECK(story.current() == "b");
  story.then(CompleteStep{});
  CHECK(story.status("b") == StepStatus::kDone);
  CHECK(story.as("ana").current() == "a");
}

TEST_CASE("every try has its number, and none is overwritten") {
  Story story("a | gate coverage >= 80\nb");
  story.done("a", shown("coverage", 65));
  story.done("a", shown("coverage", 70));
  story.change("a", StepVerb::kFail, "gave up");
  story.change("a", StepVerb::kRetry);
  story.done("a", shown("coverage", 83));
  const auto& attempts = story.step("a").attempts;
  REQUIRE(attempts.size() == 4);
  CHECK(attempts[0].outcome == AttemptOutcome::kFailed);
  CHECK(attempts[0].findings[0].problem == "coverage 65, needs >= 80");
  CHECK(attempts[1].findings[0].problem == "coverage 70, needs >= 80");
  CHECK(attempts[2].outcome == AttemptOutcome::kFailed);
  CHECK(attempts[2].reason == "gave up");
  CHECK(attempts[3].outcome == AttemptOutcome::kPassed);
  for (size_t i = 0; i < attempts.size(); ++i) CHECK(attempts[i].number == i + 1);
  CHECK(story.step("a").attempt_count == 4);
  CHECK(story.step("a").passed_attempt() == &attempts[3]);
  CHECK(story.step("a").shut_attempt() == nullptr);
}

TEST_CASE("the number of tries goes on when the oldest are no longer kept") {
  Story story("a");
  for (int i = 0; i < 20; ++i) story.change("a", StepVerb::kRetry);
  CHECK(story.step("a").attempts.size() == kKeptAttempts);
  CHECK(story.step("a").attempt_count == 21);
  CHECK(story.step("a").attempts.back().number == 21);
}

TEST_CASE("nothing happens any more to what is inside of a skipped step") {
  Story story("plan\n  part\n  other\nbuild");
  story.then(ChangeStep{story.id("plan"), StepVerb::kSkip, "no need", {}});
  REQUIRE(story.status("other") == StepStatus::kPending);
  for (const StepVerb verb :
       {StepVerb::kBlock, StepVerb::kSkip, StepVerb::kStart, StepVerb::kDone}) {
    const auto refused = story.would(ChangeStep{story.id("other"), verb, "because", {}});
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message == "its parent step 1 \"plan\" is skipped");
    CHECK(refused.error().next == "clew revisit 1");
  }
}

TEST_CASE("a failed gate leaves the step current, with one more failed attempt") {
  Story story("build | gate coverage >= 80\nship");
  const auto drafts = story.would(CompleteStep{{}, shown("coverage", 65), {}, {}, {}, {}});
  REQUIRE(drafts.ok());
  CHECK(names(*drafts) == "attempt_failed step_started");
  story.add(*drafts);
  CHECK(story.status("build") == StepStatus::kActive);
  CHECK(story.current() == "build");
  CHECK(story.progress().complete == 0);
  CHECK(story.step("build").attempts[0].outcome == AttemptOutcome::kFailed);
  CHECK(story.step("build").open_attempt()->number == 2);
  CHECK(story.step("build").shut_attempt() == &story.step("build").attempts[0]);
  const auto refused = story.would(StartStep{story.id("ship")});
  CHECK(code_of(refused) == ErrorCode::kInvalid);
  CHECK(refused.error().message ==
        "step 1 \"build\" is not done (its gate failed: coverage 65, needs >= 80)");
  CHECK(refused.error().next ==
        "clew done 1 coverage=…      or  clew done 1 --override --reason \"…\"");
}

TEST_CASE("what leads on from a step with a gate names what that asks for") {
  Story story("build | gate coverage >= 80\nship");
  const auto next = [&] { return story.would(StartStep{story.id("ship")}).error().next; };
  const std::string otherwise = "      or  clew done 1 --override --reason \"…\"";
  CHECK(next() == "clew done 1 coverage=…" + otherwise);
  CHECK(story.would(CloseSession{Lifecycle::kCompleted, ""}).error().next ==
        "clew done 1 coverage=…      or  clew close --aborted --reason \"…\"");
  Evidence measured = shown("coverage", 65, EvidenceSource::kMeasured);
  measured.measurement = Measurement{
      {"make", "cov"},
      0, {},
      {},
      {}
  };
  story.done("build", measured);
  CHECK(next() == "clew done 1 -- make cov" + otherwise);
}

TEST_CASE("a measuring command that a signal ended fails the step, whatever its gate asks") {
  for (const char* plan : {"build\nship", "build | gate exit_code >= 0\nship"}) {
    CAPTURE(plan);
    Story story(plan);
    Evidence evidence = shown("exit_code", 137, EvidenceSource::kMeasured);
    evidence.measurement = Measurement{
        {"make", "test"},
        137, {},
        {},
        "SIGKILL"
    };
    story.done("build", evidence);
    CHECK(story.status("build") == StepStatus::kActive);
    const Attempt* shut = story.step("build").shut_attempt();
    REQUIRE(shut != nullptr);
    CHECK(to_text(shut->findings) == "make was ended by SIGKILL");
    CHECK(shut->evidence.measurement->signal == "SIGKILL");
  }
}

TEST_CASE("the time it takes to mend things belongs to the next try") {
  Story story("build | gate ok\nship");
  story.wait(minutes(10)).done("build", shown("ok", false));
  story.wait(minutes(30)).done("build", shown("ok", true));
  CHECK(active_time(*story.step("build").passed_attempt(), story.now) == minutes(30));
  CHECK(story.progress().average == minutes(30));
}

TEST_CASE("an override needs a reason, stays visible, and may be forbidden") {
  Story story("build | gate coverage >= 80\nship");
  const auto override_with = [&](const std::string& reason) {
    return CompleteStep{
        story.id("build"), shown("coverage", 65), GateHandling::kOverride, reason, {}, {}};
  };
  CHECK(code_of(story.would(override_with(""))) == ErrorCode::kUsage);
  CHECK(code_of(story.would(override_with(std::string(9000, 'r')))) == ErrorCode::kInvalid);
  Story forbidden = story;
  forbidden.session.steps[forbidden.id("build").number].gate->overriding = Overriding::kForbidden;
  CHECK(code_of(forbidden.would(override_with("late"))) == ErrorCode::kInvalid);
  story.then(override_with("late"));
  CHECK(story.status("build") == StepStatus::kDone);
  CHECK(story.step("build").last_attempt()->overridden == "late");
  CHECK(story.step("build").last_attempt()->findings.size() == 1);
  CHECK(story.current() == "ship");
}

TEST_CASE("an override of a gate that passes overrides nothing") {
  Story story("build | gate coverage >= 80\nship");
  story.then(CompleteStep{{}, shown("coverage", 85), GateHandling::kOverride, "in case", {}, {}});
  CHECK(story.step("build").last_attempt()->overridden.empty());
}

TEST_CASE("a command that failed fails the step it was to prove") {
  const auto measured = [](int exit_code, std::vector<EvidenceItem> items) {
    return Evidence{
        std::move(items), Measurement{{"make", "check"}, exit_code, seconds(4), {}}
    };
  };
  const EvidenceItem coverage{"coverage", 90, EvidenceSource::kMeasured};
  const EvidenceItem exit_item{"exit_code", 1, EvidenceSource::kMeasured};
  struct Row {
    const char* claim;
    const char* plan;
    Evidence evidence;
    StepStatus status;
  };
  const Row kRows[] = {
      {"it ran well", "x", measured(0, {}), StepStatus::kDone},
      {"it failed", "x", measured(2, {}), StepStatus::kActive},
      {"it failed beside a passing gate", "x | gate coverage >= 80", measured(1, {coverage}),
       StepStatus::kActive},
      {"it says so itself", "x | gate coverage >= 80", measured(1, {coverage, exit_item}),
       StepStatus::kActive},
      {"the gate asks for that exit code", "x | gate exit_code == 1", measured(1, {exit_item}),
       StepStatus::kDone},
      {"the gate asks for another", "x | gate exit_code == 0", measured(1, {exit_item}),
       StepStatus::kActive},
      {"without an argv", "x", Evidence{{}, Measurement{{}, 1, {}, {}}}, StepStatus::kActive},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    Story story(row.plan);
    story.done("x", row.evidence);
    CHECK(story.status("x") == row.status);
  }
  Story story("x");
  story.done("x", measured(2, {}));
  CHECK(story.step("x").shut_attempt()->findings[0].problem == "make exited 2");
}

TEST_CASE("a step is done from the start, but not before its turn") {
  Story story("a\nb\nc");
  CHECK(code_of(story.would(CompleteStep{story.id("c"), {}, {}, {}, {}, {}})) ==
        ErrorCode::kInvalid);
  story.done("a");
  story.change("b", StepVerb::kBlock, "no key");
  const auto refused = story.would(CompleteStep{story.id("c"), {}, {}, {}, {}, {}});
  CHECK(refused.error().message == "step 2 \"b\" is not done (blocked: no key)");
  CHECK(refused.error().next == "clew step unblock 2");
}

TEST_CASE("a step with parts is done with its parts, and not before") {
  Story story("a\n  a1\n  a2\nb");
  CHECK(code_of(story.would(CompleteStep{story.id("a"), {}, {}, {}, {}, {}})) ==
        ErrorCode::kInvalid);
  CHECK(code_of(story.would(CompleteStep{kRoot, {}, {}, {}, {}, {}})) == ErrorCode::kInvalid);
  story.done("a1").done("a2");
  CHECK(story.status("a") == StepStatus::kDone);
}

TEST_CASE("a blocked step around the last part stays blocked until somebody sees to it") {
  Story story("a\n  a1\nb");
  story.change("a", StepVerb::kBlock, "no budget");
  CHECK(story.current() == "a1");
  story.done("a1");
  CHECK(story.status("a") == StepStatus::kBlocked);
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK(story.current() == "a");
  CHECK(story.ready().empty());
  story.change("a", StepVerb::kUnblock).done("a");
  CHECK(story.current() == "b");
}

TEST_CASE("nothing begins inside a step that is blocked, failed or skipped") {
  for (const auto verb : {StepVerb::kBlock, StepVerb::kFail, StepVerb::kSkip}) {
    CAPTURE(name_of(verb));
    Story story("a | any\n  a1\n  a2\nb");
    story.change("a", verb);
    CHECK(readiness(story.session, story.id("a2")).readiness == Readiness::kWaitsForParent);
    CHECK(code_of(story.would(StartStep{story.id("a2")})) == ErrorCode::kInvalid);
    CHECK(code_of(story.would(CompleteStep{story.id("a2"), {}, {}, {}, {}, {}})) ==
          ErrorCode::kInvalid);
  }
}

TEST_CASE("a skipped step takes its open parts along and counts as complete") {
  Story story("a\n  a1\n  a2\n    a21\nb");
  story.change("a", StepVerb::kSkip, "not needed");
  CHECK(story.status("a") == StepStatus::kSkipped);
  CHECK(story.status("a1") == StepStatus::kSkipped);
  CHECK(story.status("a2") == StepStatus::kPending);
  CHECK(story.step("a1").last_attempt()->outcome == AttemptOutcome::kAbandoned);
  CHECK(story.current() == "b");
  CHECK(story.progress().complete == 2);
  CHECK(story.progress().total == 3);
  story.done("b");
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("skipping the last step ends the session, and skipping every part ends the step") {
  Story story("a\n  a1\n  a2");
  story.change("a1", StepVerb::kSkip).change("a2", StepVerb::kSkip);
  CHECK(story.status("a") == StepStatus::kDone);
  CHECK(story.session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("doing something else on the side leads back to one's own step") {
  Story story("all | any\n  a\n  b\n  c");
  story.wait(minutes(1)).done("c");
  CHECK(story.current() == "a");
  CHECK(story.status("b") == StepStatus::kPending);
}

TEST_CASE("two actors each go on with a step of their own") {
  Story story("all | any\n  a\n  b\n  c\n  d");
  story.as("bob").then(StartStep{story.id("b")});
  story.as("ana").then(CompleteStep{});
  CHECK(story.current() == "c");
  CHECK(story.as("bob").current() == "b");
  story.then(CompleteStep{});
  CHECK(story.current() == "d");
  CHECK(story.as("ana").current() == "c");
  CHECK(story.as("newcomer").current() == "d");
}

TEST_CASE("a step put up for review is done again without beginning again") {
  Story story("a\nb");
  story.wait(minutes(5)).change("a", StepVerb::kReview, "please look");
  CHECK(story.current() == "a");
  CHECK(story.status("b") == StepStatus::kPending);
  story.wait(minutes(5)).done("a");
  CHECK(story.step("a").attempts.size() == 1);
  CHECK(story.current() == "b");
}

TEST_CASE("starting a step with parts leads to its first part") {
  Story story("all | any\n  x\n  a\n    a1\n    a2");
  story.then(StartStep{story.id("a")});
  CHECK(story.current() == "a1");
}

TEST_CASE("outputs and evidence stay with the attempt") {
  Story story("a\nb");
  story.then(CompleteStep{{}, shown("score", 5), {}, {}, {"out.md"}, {}});
  const Attempt* passed = story.step("a").passed_attempt();
  CHECK(passed->outputs == std::vector<std::string>{"out.md"});
  CHECK(passed->evidence.find("score")->as_int() == 5);
}

}  // namespace
}  // namespace clew
