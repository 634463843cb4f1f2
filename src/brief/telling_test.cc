#include "brief/telling_test.h"

#include <fmt/format.h>

namespace clew {
namespace {

FileChanged edited(const std::string& path, int64_t added, int64_t removed) {
  FileChanged event;
  event.path = path;
  event.action = removed == 0 ? FileAction::kCreated : FileAction::kModified;
  event.lines_added = added;
  event.lines_removed = removed;
  return event;
}

std::string sentence(const std::string& start, int number) {
  return fmt::format(
      "{} number {} which goes on for a while because whoever wrote it down wanted "
      "to be sure that nothing is lost, and so it says the same thing twice, and then "
      "once more in other words that nobody needed",
      start, number);
}

}  // namespace

World world_at(const std::string& clock) {
  World world;
  world.now = time_at(clock);
  world.reader = ActorId("claude-code:91aa");
  world.head_hash = sha256("head");
  return world;
}

Telling oauth_telling() {
  const StepId build{3};
  SessionStarted opening = started("Add OAuth 2.0 login with PKCE");
  opening.constraints = {"no client secret on devices", "keep the session cookie API"};
  Telling story;
  story.by("ana@laptop").at("11:51").tell(opening);
  story.step(1, "Plan").step(2, "Setup");
  StepAdded gated;
  gated.step = build;
  gated.title = "Build";
  gated.gate = *parse_gate({"coverage >= 80"});
  story.tell(gated).step(4, "Review").start(1);
  story.by("claude-code:8f1c");
  story.at("12:10").tell(
      ApproachFailed{StepId{1}, "implicit flow", "deprecated, libraries refuse it", {}});
  story.at("12:21").done(1).start(2);
  story.at("13:06").done(2).start(3);
  story.by("ana@laptop").at("13:20");
  story.tell(DecisionMade{
      build,
      "",
      {"cookies", "plain JWT", "hybrid JWT with refresh tokens"},
      "hybrid JWT with refresh tokens",
      "scale without losing revocation"
  });
  story.by("claude-code:8f1c").at("13:31");
  story.tell(DecisionMade{build, "", {}, "keys in the OS keychain", "no secret in the repo"});
  story.at("13:32").tell(QuestionAsked{build, "Should refresh tokens rotate?"});
  ClaimMade claim;
  claim.text = "PKCE is required by the app store";
  claim.status = ClaimStatus::kDeferred;
  claim.reason = "source unavailable";
  story.at("13:40").tell(claim);
  story.at("13:45").tell(edited("src/auth/clock.ts", 9, 2));
  story.at("13:50").tell(ApproachFailed{build,
                                        "mocking the clock in token tests",
                                        "hid the skew bug, see src/auth/clock.ts",
                                        {"src/auth/clock.ts"}});
  story.at("13:55").tell(edited("tests/auth.test.ts", 80, 0));
  story.by("ana@laptop").at("14:02");
  story.tell(InstructionGiven{"keep going until the refresh tests pass"});
  story.by("claude-code:8f1c").at("14:10");
  AttemptFailed failed;
  failed.step = build;
  failed.evidence.items = {
      {"coverage", Value(65),         EvidenceSource::kMeasured},
      {"tests",    Value("42 of 45"), EvidenceSource::kMeasured}
  };
  failed.evidence.measurement = Measurement{
      {"make", "coverage"},
      0, seconds(41), Hash()
  };
  failed.findings = judge(*gated.gate, failed.evidence);
  story.tell(failed).tell(StepStarted{build, 2});
  story.at("14:25").tell(edited("src/middleware/auth.ts", 12, 3));
  story.at("14:31").tell(edited("src/auth/oauth.ts", 127, 0));
  return story;
}

World oauth_world() {
  World world = world_at("14:32");
  world.events_read = 143;
  world.events_total = 143;
  world.looked = true;
  world.uncommitted = 2;
  world.files = {
      {"src/auth/clock.ts",      FileState::kChanged, ""},
      {"tests/auth.test.ts",     FileState::kCurrent, ""},
      {"src/middleware/auth.ts", FileState::kCurrent, ""},
      {"src/auth/oauth.ts",      FileState::kChanged, ""}
  };
  world.drift = {
      {"file_changed", "src/auth/clock.ts", "", "",
       "src/auth/clock.ts changed outside this session since 13:45"},
      {"file_changed", "src/auth/oauth.ts", "", "",
       "src/auth/oauth.ts changed outside this session since 14:31"}
  };
  return world;
}

Session house_session() {
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
  return story.session();
}

Telling huge_telling() {
  SessionStarted opening = started(sentence("The goal", 0) + sentence(" and more of it", 1));
  for (int i = 0; i < 12; ++i) opening.constraints.push_back(sentence("Constraint", i));
  Telling story("huge-0001");
  story.at("08:00").tell(opening);
  for (uint32_t i = 1; i <= 300; ++i) story.step(i, sentence("Step", static_cast<int>(i)));
  for (uint32_t i = 1; i <= 120; ++i) {
    story.on(time_at("08:00") + minutes(i)).start(i).done(i);
  }
  story.at("10:30").start(121);
  for (int i = 0; i < 60; ++i) {
    story.on(time_at("11:00") + minutes(i));
    story.tell(DecisionMade{
        StepId{121},
        "", {"one", "two"},
        sentence("Choice", i), sentence("Reason", i)
    });
    story.tell(ApproachFailed{StepId{121}, sentence("Approach", i), sentence("Failure", i), {}});
    story.tell(QuestionAsked{StepId{121}, sentence("Question", i)});
    story.tell(NoteAdded{StepId{121}, sentence("Note", i), ""});
    story.tell(edited(fmt::format("src/{}/a/rather/long/path/file{}.cc", i % 7, i), i, i + 1));
    ClaimMade claim;
    claim.text = sentence("Claim", i);
    claim.status = ClaimStatus::kDeferred;
    story.tell(claim);
    AgentChanged agent;
    agent.agent = AgentId(fmt::format("agent-{}", i));
    agent.type = "worker";
    story.tell(agent);
  }
  story.at("12:10").tell(ErrorRecorded{StepId{121}, sentence("Error", 1), ErrorCategory::kUnknown});
  story.tell(InstructionGiven{sentence("Instruction", 1)});
  story.tell(NextActionSet{sentence("Next thing", 1)});
  for (uint32_t i = 130; i < 150; ++i) {
    story.tell(StepStatusChanged{StepId{i}, StepStatus::kBlocked, sentence("Blocker", 1)});
  }
  story.at("12:20").tell(edited("src/last.cc", 1, 1));
  return story;
}

}  // namespace clew
