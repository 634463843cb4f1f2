#include "session/progress.h"

#include <doctest/doctest.h>

#include "session/apply.h"
#include "session/story_test.h"

namespace clew {
namespace {

TEST_CASE("active time is what passed, without the pauses") {
  Story story("a\nb");
  story.wait(minutes(10)).then(PauseSession{"lunch", ""});
  story.wait(minutes(60)).then(ResumeSession{});
  story.wait(minutes(20)).then(PauseSession{"call", ""});
  story.wait(minutes(5)).then(ResumeSession{});
  story.wait(minutes(10)).done("a");
  const Attempt* attempt = story.step("a").passed_attempt();
  CHECK(attempt->paused == minutes(65));
  CHECK(active_time(*attempt, story.now) == minutes(40));
  CHECK(story.session.lifecycle.paused_total == minutes(65));
  CHECK(story.step("b").open_attempt()->paused == Duration{0});
}

TEST_CASE("a pause counts for every open attempt, from the moment that began") {
  Story story("all | any\n  a\n  b");
  story.wait(minutes(10)).as("bob").then(StartStep{story.id("b")});
  story.wait(minutes(10)).then(PauseSession{"", ""}).wait(minutes(30)).then(ResumeSession{});
  CHECK(story.step("a").open_attempt()->paused == minutes(30));
  CHECK(story.step("b").open_attempt()->paused == minutes(30));
  CHECK(active_time(*story.step("a").open_attempt(), story.now) == minutes(20));
  CHECK(active_time(*story.step("b").open_attempt(), story.now) == minutes(10));
}

TEST_CASE("a clock that goes backwards costs nobody time") {
  Attempt attempt;
  attempt.started_at = kMonday;
  CHECK(active_time(attempt, kMonday - hours(1)) == Duration{0});
  attempt.ended_at = kMonday + minutes(10);
  attempt.paused = hours(1);
  CHECK(active_time(attempt, kMonday) == Duration{0});
  Story story("a");
  story.then(PauseSession{"", ""}).wait(minutes(-30)).then(ResumeSession{});
  CHECK(story.session.lifecycle.paused_total == Duration{0});
  CHECK(story.step("a").open_attempt()->paused == Duration{0});
}

TEST_CASE("average and estimate come from what has passed") {
  Story story("a\nb\nc\nd");
  CHECK_FALSE(story.progress().average.has_value());
  CHECK_FALSE(story.progress().remaining.has_value());
  story.wait(minutes(30)).done("a");
  story.wait(minutes(50)).done("b");
  CHECK(story.progress().average == minutes(40));
  CHECK(story.progress().remaining == minutes(80));
  CHECK(story.progress().percent == 50);
  story.change("c", StepVerb::kSkip);
  CHECK(story.progress().average == minutes(40));
  CHECK(story.progress().remaining == minutes(40));
  CHECK(story.progress().percent == 75);
}

TEST_CASE("a step is stalled after more than twice the average at work") {
  Story story("a\nb");
  story.wait(minutes(30)).done("a");
  story.wait(minutes(60));
  CHECK_FALSE(story.progress().stalled);
  story.wait(minutes(1));
  CHECK(story.progress().stalled);
  CHECK(story.progress().in_step == minutes(61));
  story.then(PauseSession{"", ""}).wait(hours(3));
  CHECK_FALSE(story.progress().stalled);
  CHECK(story.progress().in_step == minutes(61));
}

TEST_CASE("sleep is not work, also before anybody recorded it") {
  Story story("a\nb");
  story.wait(minutes(30)).done("a");
  story.wait(days(30));
  CHECK(story.progress().in_step == hours(24));
  CHECK_FALSE(story.progress().stalled);
}

TEST_CASE("percent counts what is settled among what is known and to come") {
  Story story("a\n  a1\n  a2\nb\nc");
  CHECK(story.progress().percent == 0);
  story.done("a1");
  CHECK(story.progress().percent == 25);
  story.change("a", StepVerb::kSkip);
  CHECK(story.progress().percent == 50);
  story.done("b").done("c");
  CHECK(story.progress().percent == 100);
}

TEST_CASE("of a workflow without a known end no rest is worked out") {
  Story story("a\nb\nc");
  story.wait(minutes(4)).done("a");
  CHECK_FALSE(story.progress().open_ended);
  CHECK(story.progress().remaining == minutes(8));
  story.session.structure.workflow = "release";
  story.session.structure.total.reset();
  CHECK(story.progress().open_ended);
  CHECK(story.progress().average == minutes(4));
  CHECK_FALSE(story.progress().remaining.has_value());
  story.session.lifecycle.status = Lifecycle::kCompleted;
  CHECK_FALSE(story.progress().open_ended);
}

TEST_CASE("a step that failed its gate or was put up for review is not complete") {
  Story story("a | gate ok\nb");
  story.done("a", shown("ok", false));
  CHECK(story.progress().complete == 0);
  story.change("a", StepVerb::kReview);
  CHECK(story.progress().complete == 0);
}

TEST_CASE("numbers from a hostile log stay numbers") {
  Story story("a\nb");
  Session& session = story.session;
  session.steps[1].status = StepStatus::kDone;
  Attempt& attempt = session.steps[1].attempts.back();
  attempt.outcome = AttemptOutcome::kPassed;
  attempt.started_at = Time{std::numeric_limits<int64_t>::min()};
  attempt.ended_at = Time{std::numeric_limits<int64_t>::max()};
  attempt.paused = Duration{std::numeric_limits<int64_t>::min()};
  session.structure.total = std::numeric_limits<uint32_t>::max();
  session.structure.first_index = std::numeric_limits<uint32_t>::max();
  session.last_activity = Time{std::numeric_limits<int64_t>::max()};
  const Progress progress = story.progress();
  CHECK(progress.percent == 0);
  CHECK(progress.remaining->ms == std::numeric_limits<int64_t>::max());
  CHECK_FALSE(inactivity_due(session, story.now).has_value());
  CHECK_FALSE(number_of(session, StepId{1}).empty());
}

TEST_CASE("a plan nested as deep as it has steps is walked") {
  Session session;
  for (uint32_t i = 0; i < 9'999; ++i) {
    StepAdded added;
    added.step = StepId{i + 1};
    added.parent = StepId{i};
    added.title = "s";
    EventHeader header;
    header.seq = Seq{i + 1};
    session = apply(std::move(session), Event{header, added});
  }
  CHECK(leaves(session) == std::vector<StepId>{StepId{9'999}});
  CHECK(current_step(session, ActorId("ana")) == StepId{9'999});
  CHECK(readiness(session, StepId{9'999}).readiness == Readiness::kReady);
  CHECK(number_of(session, StepId{9'999}).size() == 2 * 9'999 - 1);
  CHECK(progress(session, ActorId("ana"), kMonday).total == 1);
}

TEST_CASE("what to do next comes from where the work stands") {
  Story story("build | gate coverage >= 80\nship");
  const auto next = [&] { return next_action(story.session, story.actor, story.now); };
  CHECK(next().text == "step 1 \"build\" until coverage >= 80");
  CHECK(next().command == "clew done 1 coverage=…");
  CHECK(next().set_by == "the plan");
  story.done("build", shown("coverage", 65));
  CHECK(next().text == "bring coverage to >= 80");
  CHECK(next().set_by == "the gate");
  story.change("build", StepVerb::kBlock, "no key");
  CHECK(next().text == "unblock step 1 \"build\": no key");
  CHECK(next().command == "clew step unblock 1");
  story.change("build", StepVerb::kFail, "broken");
  CHECK(next().command == "clew step retry 1");
  story.change("build", StepVerb::kReview, "look");
  story.then(RecordFact{NextActionSet{"ask the team"}, {}});
  CHECK(next().text == "ask the team");
  CHECK(next().set_by == "ana");
  story.then(RecordFact{NextActionSet{""}, {}});
  CHECK(next().text == "bring coverage to >= 80");
  story.then(PauseSession{"lunch", ""});
  CHECK(next().text == "resume: paused (lunch)");
  story.then(ResumeSession{}).then(CloseSession{Lifecycle::kAborted, ""});
  CHECK(next().text == "nothing: this session is aborted");
}

TEST_CASE("a passed attempt that nobody saw end counts for no average") {
  Story story("a\nb\nc");
  story.wait(minutes(30)).done("a");
  story.wait(minutes(50)).done("b");
  story.session.steps[2].attempts.back().ended_at.reset();
  story.wait(hours(9));
  CHECK(story.progress().average == minutes(30));
  CHECK(story.progress().remaining == minutes(30));
  CHECK(story.progress().percent == 66);
}

TEST_CASE("what to do next where no step is at hand") {
  Story bare;
  StartSession intent;
  intent.opening.goal = "look around";
  bare.then(intent);
  CHECK(next_action(bare.session, bare.actor, bare.now).text == "look around");
  bare.add_steps("a").done("a");
  CHECK(next_action(bare.session, bare.actor, bare.now).text ==
        "every step is done; close the session");
  bare.session.structure.workflow = "from_spec_v1";  // and nobody knows how many steps it has
  CHECK(next_action(bare.session, bare.actor, bare.now).text ==
        "every step known so far is done; add the next one, or close the session");
  CHECK(next_action(bare.session, bare.actor, bare.now).command == "clew step add \"…\"");
  Structure two;
  two.total = 2;
  Story open("a", two);
  open.done("a");
  CHECK(next_action(open.session, open.actor, open.now).text == "add the step still to come");
  Story held("a\nb");
  held.then(ClaimStep{});
  held.as("bob");
  CHECK(
      next_action(held.session, held.actor, held.now).text.starts_with("step 1 \"a\" is held by"));
  CHECK(next_action(held.session, held.actor, held.now).command.empty());  // b waits for a
  Story waiting("all | any\n  a\n  b | needs a");
  waiting.change("a", StepVerb::kFail, "broken").change("a", StepVerb::kBlock, "no key");
  waiting.session.locations.clear();
  waiting.session.steps[1].current_child.reset();
  CHECK(next_action(waiting.session, waiting.actor, waiting.now).command ==
        "clew step unblock 1.1");
}

}  // namespace
}  // namespace clew
