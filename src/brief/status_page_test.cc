#include "brief/status_page.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <sstream>

#include "base/text.h"
#include "brief/random_session_test.h"
#include "brief/telling_test.h"

namespace clew {
namespace {

std::vector<std::string> lines_of(const std::string& page) {
  std::vector<std::string> lines;
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool page_has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("where am I?") {
  CHECK(
      write_status_page(oauth_session(), oauth_world(), Bar::kShown, 90) ==
      R"(oauth-7f3a  Add OAuth 2.0 login with PKCE                              active · 2 h 41 min
  ██████████░░░░░░░░░░  step 3 of 4 · 50 %      average 38 min · about 1 h 15 min left

  ✔ 1 Plan      30 min
  ✔ 2 Setup     45 min
  ▶ 3 Build     1 h 26 min, more than twice the average      attempt 2
                attempt 1 failed its gate: coverage 65, needs >= 80
  · 4 Review

  open     Should refresh tokens rotate?                                     asked 1 h ago
           "PKCE is required by the app store"                         deferred 52 min ago
  drift    src/auth/clock.ts changed outside this session since 13:45
           src/auth/oauth.ts changed outside this session since 14:31
  next     bring coverage to >= 80 (65 measured 14:10), then  clew done -- make coverage)");
}

TEST_CASE("without a terminal there is no bar, and a narrow page says the same") {
  CHECK(write_status_page(oauth_session(), oauth_world(), Bar::kHidden, 60) ==
        R"(oauth-7f3a  Add OAuth 2.0 login with P…  active · 2 h 41 min
  step 3 of 4 · 50 %
  average 38 min · about 1 h 15 min left

  ✔ 1 Plan      30 min
  ✔ 2 Setup     45 min
  ▶ 3 Build     1 h 26 min, more than twice the average
                attempt 1 failed its gate: coverage 65, nee…
  · 4 Review

  open     Should refresh tokens rotate?       asked 1 h ago
           "PKCE is required by the ap…  deferred 52 min ago
  drift    src/auth/clock.ts changed outside this session s…
           src/auth/oauth.ts changed outside this session s…
  next     bring coverage to >= 80 (65 measured 14:10), then
           clew done -- make coverage)");
}

TEST_CASE("steps in a tree are indented, each with its mark") {
  World world = world_at("09:30");
  world.reader = ActorId("ana@laptop");
  CHECK(write_status_page(house_session(), world, Bar::kHidden, 80) ==
        R"(tree-0001  Build a house                                     active · 1 h 30 min
  step 1.1 of 3 (0–2) · 50 %      average 30 min · about 1 h 30 min left

  ✔ 0 Ground         1 h
    ✔ 0.1 Measure    20 min
    ✔ 0.2 Dig        40 min
  ▶ 1 Walls          30 min
    ▶ 1.1 North      30 min
    ■ 1.2 South      blocked: no bricks
    ▶ 1.3 East       20 min      claimed by bo until 10:00
  ↷ 2 Roof           skipped: it is warm

  next     step 1.1 "North", then  clew done 1.1)");
}

TEST_CASE("a pause, an error, running agents and a long silence get a row each") {
  Telling story = oauth_telling();
  story.at("14:40").tell(
      ErrorRecorded{StepId{3}, "the server did not start", ErrorCategory::kUnknown});
  AgentChanged agent;
  agent.agent = AgentId("arch-1");
  agent.type = "architect";
  agent.progress = 0.4;
  story.tell(agent);
  story.tell(SessionPaused{"lunch", "the token refresh test"});
  World world = world_at("14:50");
  world.now = time_at("14:50", "2026-11-25");
  CHECK(write_status_page(story.session(), world, Bar::kHidden, 80) ==
        R"(oauth-7f3a  Add OAuth 2.0 login with PKCE                    paused · 2 h 49 min
  step 3 of 4 · 50 %      average 38 min · about 1 h 15 min left

  ✔ 1 Plan      30 min
  ✔ 2 Setup     45 min
  ▶ 3 Build     1 h 34 min      attempt 2
                attempt 1 failed its gate: coverage 65, needs >= 80
  · 4 Review

  paused   lunch; was at the token refresh test                         10 d ago
  stale    no activity for 10 d:
           clew resume oauth-7f3a   or  clew archive oauth-7f3a
  error    the server did not start                                     10 d ago
  agents   arch-1 (architect) running, 40 %                             10 d ago
  open     Should refresh tokens rotate?                          asked 10 d ago
           "PKCE is required by the app store"                 deferred 10 d ago
  next     continue with step 3 "Build" after  clew resume oauth-7f3a)");
}

TEST_CASE("a closed session shows how far it came and nothing to do") {
  Telling story = oauth_telling();
  story.at("14:32").tell(SessionEnded{Lifecycle::kAbandoned, "the app store changed its rules"});
  CHECK(write_status_page(story.session(), world_at("15:32"), Bar::kShown, 80) ==
        R"(oauth-7f3a  Add OAuth 2.0 login with PKCE                 abandoned · 2 h 41 min
  ██████████░░░░░░░░░░  2 of 4 steps done · 50 %      average 38 min

  ✔ 1 Plan      30 min
  ✔ 2 Setup     45 min
  – 3 Build     1 h 26 min      attempt 2
                attempt 1 failed its gate: coverage 65, needs >= 80
  – 4 Review

  closed   abandoned: the app store changed its rules                    1 h ago)");
}

TEST_CASE("without a plan there is no step to count") {
  Telling story("fix-01ab");
  story.tell(started("fix the flaky login test")).tell(NoteAdded{kRoot, "a note", ""});
  CHECK(write_status_page(story.session(), world_at("12:30"), Bar::kShown, 80) ==
        R"(fix-01ab  fix the flaky login test                               active · 39 min
  no plan · 1 note

  next     work towards the goal, then  clew done)");
}

TEST_CASE("a long plan is folded around the current step") {
  Telling story("long-0001");
  story.at("08:00").tell(started("Write a book"));
  for (uint32_t i = 1; i <= 60; ++i) story.step(i, fmt::format("Chapter {}", i));
  for (uint32_t i = 1; i <= 20; ++i) {
    story.on(time_at("08:00") + minutes(5 * i))
        .start(i)
        .on(time_at("08:04") + minutes(5 * i))
        .done(i);
  }
  story.at("10:00").start(21);
  story.tell(StepStatusChanged{StepId{50}, StepStatus::kFailed, "no ink"});
  CHECK(write_status_page(story.session(), world_at("10:02"), Bar::kHidden, 80) ==
        R"(long-0001  Write a book                                       active · 2 h 2 min
  step 21 of 60 · 33 %      average 4 min · about 2 h 40 min left

  ✔ 1 Chapter 1      4 min
  … 15 more steps
  ✔ 17 Chapter 17    4 min
  ✔ 18 Chapter 18    4 min
  ✔ 19 Chapter 19    4 min
  ✔ 20 Chapter 20    4 min
  ▶ 21 Chapter 21    2 min
  · 22 Chapter 22
  · 23 Chapter 23
  · 24 Chapter 24
  · 25 Chapter 25
  · 26 Chapter 26
  · 27 Chapter 27
  · 28 Chapter 28
  · 29 Chapter 29
  … 20 more steps
  ✘ 50 Chapter 50    failed: no ink
  … 9 more steps
  · 60 Chapter 60

  next     step 21 "Chapter 21", then  clew done 21)");
  CHECK(lines_of(write_plan(story.session(), world_at("10:02"))).size() == 60);
}

TEST_CASE("the parts of finished steps are folded into them") {
  Telling story("tree-0002");
  story.at("08:00").tell(started("Everything"));
  uint32_t next = 0;
  for (int i = 1; i <= 5; ++i) {
    const uint32_t whole = ++next;
    story.step(whole, fmt::format("Part {}", i));
    for (int j = 1; j <= 4; ++j) story.step(++next, fmt::format("Piece {}", j), whole);
  }
  for (const uint32_t whole : {1U, 6U, 11U}) {
    story.start(whole);
    for (uint32_t i = whole + 1; i <= whole + 4; ++i) story.start(i).done(i);
    story.done(whole);
  }
  story.start(16).start(17);
  const std::string page = write_status_page(story.session(), world_at("08:30"), Bar::kHidden, 80);
  CHECK(page_has(page, "  ✔ 1 Part 1         0 s      with 4 parts\n  ✔ 2 Part 2"));
  CHECK_FALSE(page_has(page, "1.1 Piece"));
  CHECK(page_has(page, "\n    ▶ 4.1 Piece 1"));
  CHECK(lines_of(page).size() <= 30);
}

TEST_CASE("the line for a prompt") {
  CHECK(write_status_line(oauth_session(), world_at("14:32")) == "oauth-7f3a ▶ 3/4 Build 50 %");
  CHECK(write_status_line(oauth_session(), oauth_world()) == "oauth-7f3a ▶ 3/4 Build 50 % drifted");
  Telling story = oauth_telling();
  story.tell(SessionPaused{"lunch", ""});
  CHECK(write_status_line(story.session(), world_at("14:32")) ==
        "oauth-7f3a ‖ 3/4 Build 50 % paused");
  story.tell(SessionEnded{Lifecycle::kCompleted, ""});
  CHECK(write_status_line(story.session(), world_at("14:32")) ==
        "oauth-7f3a ✔ Add OAuth 2.0 login with PKCE 100 % completed");
  Telling bare("fix-01ab");
  bare.tell(started("fix the flaky login test"));
  CHECK(write_status_line(bare.session(), world_at("11:51")) ==
        "fix-01ab ▶ fix the flaky login test");
  CHECK(count_columns(write_status_line(huge_session(), world_at("12:30"))) <= 80);
}

TEST_CASE("the whole plan says its gates") {
  CHECK(write_plan(oauth_session(), oauth_world()) ==
        R"(  ✔ 1 Plan      30 min
  ✔ 2 Setup     45 min
  ▶ 3 Build     1 h 26 min, more than twice the average      attempt 2
                gate: coverage >= 80
                attempt 1 failed its gate: coverage 65, needs >= 80
  · 4 Review)");
  Telling bare;
  bare.tell(started("fix it"));
  CHECK(write_plan(bare.session(), world_at("11:51")) == "no plan; the goal is the work");
}

TEST_CASE("any session fits its columns and about a screen") {
  CHECK(rc::check([] {
    Dice dice(*rc::gen::scale(8, rc::gen::arbitrary<std::vector<uint32_t>>()));
    const Session session = any_session(dice);
    const World world = any_world(dice, session);
    const size_t columns = *rc::gen::inRange<size_t>(60, 120);
    const std::string page = write_status_page(session, world, Bar::kShown, columns);
    RC_ASSERT(visible(page) == page);
    const auto lines = lines_of(page);
    RC_ASSERT(lines.size() <= size_t{40});
    for (const auto& line : lines) {
      if (!page_has(line, "clew ")) RC_ASSERT(count_columns(line) <= columns);
    }
    const std::string prompt = write_status_line(session, world);
    RC_ASSERT(count_columns(prompt) <= size_t{80});
    RC_ASSERT_FALSE(page_has(prompt, "\n"));
    RC_ASSERT(visible(write_plan(session, world)).find('\x1b') == std::string::npos);
  }));
}

TEST_CASE("a session nobody began page_has no page") {
  CHECK(write_status_page(Session(), World(), Bar::kShown, 80).empty());
  CHECK(write_status_line(Session(), World()).empty());
  CHECK(write_plan(Session(), World()).empty());
}

TEST_CASE("a step is not called stalled while it has taken only seconds") {
  Telling telling("quick");
  telling.tell(started("Be quick")).step(1, "One").step(2, "Two").step(3, "Three");
  const Time begin = time_at("12:00");
  telling.on(begin).start(1).done(1).start(2);  // the first took no time at all
  World world;
  world.now = begin + seconds(5);
  CHECK_FALSE(
      has(write_status_page(telling.session(), world, Bar::kHidden, 90), "twice the average"));
  world.now = begin + seconds(61);
  CHECK(has(write_status_page(telling.session(), world, Bar::kHidden, 90), "twice the average"));
}

TEST_CASE("commands are worded for the reader") {
  World world = oauth_world();
  world.wording = [](const std::string& command) { return "[" + command + "]"; };
  const std::string page = write_status_page(oauth_session(), world, Bar::kHidden, 90);
  CHECK(has(page, "[clew done -- make coverage]"));
}

TEST_CASE("a failed step says why, or else what it showed") {
  Session session = oauth_session();
  Step& step = session.steps[3];
  step.status = StepStatus::kFailed;
  step.status_reason.clear();
  step.attempts.resize(1);
  step.attempts[0].outcome = AttemptOutcome::kFailed;
  step.attempts[0].findings.clear();
  step.attempts[0].evidence.items = {
      {"tests",    "42/45", {}},
      {"coverage", 65,      {}}
  };
  const auto page = [&] { return write_status_page(session, oauth_world(), Bar::kHidden, 90); };
  CHECK(page_has(page(), "✘ 3 Build     failed: tests 42/45, coverage 65"));
  step.status_reason = "no time";
  CHECK(page_has(page(), "✘ 3 Build     failed: no time"));
}

TEST_CASE("how long a step took is not said where nobody saw it end") {
  Session session = oauth_session();
  session.steps[2].attempts.back().ended_at.reset();
  const std::string page = write_status_page(session, oauth_world(), Bar::kHidden, 90);
  CHECK(page_has(page, "✔ 2 Setup\n"));
  CHECK(page_has(page, "average 30 min"));
}

}  // namespace clew
