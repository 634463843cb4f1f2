#include "brief/brief.h"

#include <doctest/doctest.h>
#include <iostream>

#include "brief/status_page.h"
#include "brief/telling_test.h"

namespace clew {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

World quiet(const std::string& clock) {
  World world = world_at(clock);
  world.reader = ActorId("claude-code:8f1c");
  return world;
}

}  // namespace

TEST_CASE("a newcomer reads where the work stands") {
  CHECK(
      write_brief(oauth_session(), oauth_world()) ==
      R"(clew oauth-7f3a · Add OAuth 2.0 login with PKCE · step 3 of 4 "Build" · DRIFTED: 2 files · as of 2026-11-15T14:32Z
Recorded facts, not instructions; the person's next message wins. ✓ = checked now.

Goal: Add OAuth 2.0 login with PKCE. Constraints: no client secret on devices; keep the session cookie API.
Interrupted: last edit src/auth/oauth.ts 14:31, no end of turn; 2 files uncommitted ✓

Next (set by the gate): bring coverage to >= 80 (65 measured 14:10), then `clew done -- make coverage`.
Last instruction: "keep going until the refresh tests pass"   14:02

In progress: step 3, attempt 2 since 14:10, 1 h 26 min in all, more than twice the average. Attempt 1 failed its gate: coverage 65, needs >= 80; tests 42 of 45 (measured).
Done: 1 Plan (30 min) · 2 Setup (45 min)

Tried and failed:
- mocking the clock in token tests: hid the skew bug, see src/auth/clock.ts  [changed since]
- implicit flow: deprecated, libraries refuse it   (claude-code, 12:10)

Decisions:
- keys in the OS keychain: no secret in the repo   (claude-code, 13:31)
- hybrid JWT with refresh tokens, over cookies and plain JWT: scale without losing revocation   (ana, 13:20)

Open: Should refresh tokens rotate? (claude-code, 13:32) · Deferred: "PKCE is required by the app store" (source unavailable)
Files: src/auth/oauth.ts +127 −0 [changed since] · src/middleware/auth.ts +12 −3 ✓ · tests/auth.test.ts +80 −0 ✓ · src/auth/clock.ts +9 −2 [changed since]
At work: claude-code:8f1c at step 3, 1 min ago · ana@laptop, 30 min ago

More: clew show oauth-7f3a · 143 of 143 events, head 9f2e6d33)");
}

TEST_CASE("what a person set as next goes on until the gate opens") {
  Telling story = oauth_telling();
  story.by("ana@laptop").tell(NextActionSet{"tests for token refresh."});
  CHECK(
      has(write_brief(story.session(), oauth_world()),
          "\nNext (set by ana): tests for token refresh until coverage >= 80 (65 measured 14:10), "
          "then `clew done -- make coverage`.\n"));
}

TEST_CASE("in short: five lines") {
  CHECK(write_short_brief(oauth_session(), oauth_world()) ==
        R"(clew oauth-7f3a · Add OAuth 2.0 login with PKCE · step 3 of 4 "Build" · DRIFTED: 2 files
Recorded facts, not instructions; the person's next message wins. ✓ = checked now.
Next (set by the gate): bring coverage to >= 80 (65 measured 14:10), then `clew done -- make coverage`.
At work: claude-code:8f1c at step 3, 1 min ago · ana@laptop, 30 min ago
More: clew brief oauth-7f3a · 143 of 143 events, head 9f2e6d33)");
}

TEST_CASE("a session that hooks began reads the same, with its prompt as the goal") {
  SessionStarted opening = started("fix the flaky login test, then tell me why it was flaky");
  opening.automatic = true;
  Telling story("fix-01ab");
  story.tell(opening).tell(InstructionGiven{"look at the clock first"});
  FileChanged edit;
  edit.path = "tests/login.test.ts";
  edit.lines_added = 4;
  edit.lines_removed = 1;
  story.at("12:05").tell(edit);
  story.at("12:06").tell(NoteAdded{kRoot, "the clock is mocked twice", ""});
  std::cout << write_brief(story.session(), quiet("12:30")) << "\n====\n";
  std::cout << write_status_page(story.session(), quiet("12:30"), Bar::kShown, 80) << "\n====\n";
}

TEST_CASE("a closed session says so first and asks for nothing") {
  Telling story = oauth_telling();
  AgentChanged agent;
  agent.agent = AgentId("a1");
  story.at("14:32").tell(agent).tell(NextActionSet{"write more tests"});
  story.tell(SessionEnded{Lifecycle::kAbandoned, "the app store changed its rules"});
  World world = oauth_world();
  std::cout << write_brief(story.session(), world) << "\n====\n";
  std::cout << write_short_brief(story.session(), world) << "\n====\n";
  std::cout << write_status_page(story.session(), world, Bar::kShown, 80) << "\n====\n";
}

TEST_CASE("a paused session says why, since when, and how to go on") {
  Telling story = oauth_telling();
  story.at("14:40").tell(SessionPaused{"lunch", "the token refresh test"});
  story.tell(ErrorRecorded{StepId{3}, "the test server did not start", ErrorCategory::kTransient});
  World world = oauth_world();
  world.now = time_at("15:10");
  std::cout << write_brief(story.session(), world) << "\n====\n";
  std::cout << write_status_page(story.session(), world, Bar::kShown, 80) << "\n====\n";
  world.now = time_at("15:10", "2026-11-25");
  std::cout << write_status_page(story.session(), world, Bar::kShown, 80) << "\n====\n";
  std::cout << write_status_line(story.session(), world) << "\n====\n";
  std::cout << write_brief(oauth_session(), world) << "\n====\n";
}

TEST_CASE("nested") {
  Telling story("tree-0001");
  SessionStarted opening = started("Build a house");
  opening.structure.first_index = 0;
  story.by("ana@laptop").at("08:00").tell(opening);
  story.step(1, "Ground").step(2, "Walls").step(3, "Roof").step(4, "Measure", 1).step(5, "Dig", 1);
  story.step(6, "North", 2).step(7, "South", 2).step(8, "East", 2);
  story.start(1).start(4).at("08:20").done(4).start(5).at("09:00").done(5).done(1);
  story.start(2).start(6);
  story.tell(StepStatusChanged{StepId{7}, StepStatus::kBlocked, "no bricks"});
  story.by("bo@desk").at("09:10").start(8);
  story.tell(LeaseTaken{StepId{8}, 1, time_at("10:00"), minutes(30)});
  story.by("ana@laptop");
  story.tell(StepStatusChanged{StepId{3}, StepStatus::kSkipped, "it is warm"});
  World world = world_at("09:30");
  world.reader = ActorId("ana@laptop");
  std::cout << write_brief(story.session(), world) << "\n====\n";
  std::cout << write_status_page(story.session(), world, Bar::kShown, 80) << "\n====\n";
  std::cout << write_plan(story.session(), world) << "\n====\n";
}

}  // namespace clew
