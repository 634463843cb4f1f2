// What a session keeps of the work of agents: commands, what was said, and which time was work.

#include <doctest/doctest.h>

#include "session/apply.h"
#include "session/story_test.h"

namespace clew {
namespace {

CommandRan ran(const std::string& command, RunOutcome outcome) {
  CommandRan run;
  run.command = command;
  run.outcome = outcome;
  return run;
}

template <class T>
RecordFact fact_of(T data) {
  return RecordFact{std::move(data), std::nullopt};
}

RecordFact end_of_turn(const std::string& message) {
  return fact_of(CheckpointMade{{}, kEndOfTurn, message});
}

size_t count_of(const Session& session, const std::string& command) {
  const auto& runs = session.runs.items;
  return static_cast<size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const CommandRun& run) { return run.command == command; }));
}

TEST_CASE("many commands that succeed push out no failure, and many failures no success") {
  Story story("a");
  story.then(fact_of(ran("make test", RunOutcome::kFailure)));
  for (int i = 0; i < 200; ++i) story.then(fact_of(ran(std::to_string(i), RunOutcome::kSuccess)));
  CHECK(story.session.runs.total == 201);
  CHECK(story.session.runs.items.size() == kKeptRuns);
  CHECK(count_of(story.session, "make test") == 1);
  for (int i = 0; i < 200; ++i)
    story.then(fact_of(ran("x" + std::to_string(i), RunOutcome::kFailure)));
  CHECK(count_of(story.session, "199") == 1);
  CHECK(count_of(story.session, "make test") == 0);
}

TEST_CASE("a command that ran again with the same end leaves before older ones") {
  Story story("a");
  story.then(fact_of(ran("old", RunOutcome::kSuccess)));
  for (size_t i = 0; i < kKeptRuns; ++i) story.then(fact_of(ran("again", RunOutcome::kSuccess)));
  CHECK(count_of(story.session, "old") == 1);
  CHECK(count_of(story.session, "again") == kKeptRuns - 1);
}

TEST_CASE("instructions and messages are kept shortened, the latest instruction longer") {
  Story story("a");
  const std::string text(3000, 'x');
  story.then(fact_of(InstructionGiven{text}));
  story.then(end_of_turn(text));
  story.then(fact_of(CheckpointMade{{}, "before lunch", text}));
  const Session& s = story.session;
  CHECK(s.instructions.items.back().text.size() == kKeptText - 1 + 3);  // "…" has three bytes
  CHECK(s.instruction->text.size() == kKeptLatest - 1 + 3);
  CHECK(s.checkpoints.items.front().note.size() == kKeptText - 1 + 3);
  CHECK(s.checkpoints.items.back().note == text);
}

TEST_CASE("of older messages the shortest leaves first, and the latest stay") {
  Story story("a");
  const std::string reason = "Page copies are off the table, they tripled the writes.";
  story.then(end_of_turn(reason));
  for (size_t i = 0; i < 2 * kKeptFacts; ++i) story.then(end_of_turn("Done."));
  const auto& made = story.session.checkpoints.items;
  REQUIRE(made.size() == kKeptFacts);
  CHECK(made.front().note == reason);
  CHECK(made.back().origin.id == story.session.head);
}

TEST_CASE("an instruction that is taken back is kept no longer") {
  Story story("a");
  story.then(fact_of(InstructionGiven{"never touch billing"}));
  const size_t last = story.events.size();
  const auto undone = story.would_undo(last, last);
  REQUIRE(undone.ok());
  story.add(*undone);
  CHECK(story.session.instructions.items.empty());
  CHECK_FALSE(story.session.instruction);
}

TEST_CASE("time between the turns of agents is not time at work") {
  struct TimeRow {
    const char* claim;
    bool ends;
    Duration idle;
    Duration counted;
  };
  const TimeRow rows[] = {
      {"a night after the end of a turn", true,  hours(14),   minutes(0) },
      {"a few minutes of reading",        true,  minutes(9),  minutes(9) },
      {"a long command within a turn",    false, minutes(50), minutes(50)},
      {"a night after a kill",            false, hours(14),   minutes(0) },
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.claim));
    Story story("a");
    story.then(end_of_turn("begun"));
    story.wait(minutes(5));
    if (!row.ends) story.then(fact_of(InstructionGiven{"go on"}));
    story.wait(row.idle);
    if (row.ends) story.wait(Duration{-minutes(5).ms});
    story.then(fact_of(InstructionGiven{"go on now"}));
    const Attempt& attempt = story.step("a").attempts.back();
    const Duration reading = row.ends ? minutes(0) : minutes(5);
    CHECK(active_time(attempt, story.now).ms == (row.counted + reading).ms);
  }
}

TEST_CASE("without agents that tell of turns all time is work") {
  Story story("a");
  story.wait(hours(6));
  story.note("half way");
  CHECK(active_time(story.step("a").attempts.back(), story.now).ms == hours(6).ms);
}

TEST_CASE("a fact of an earlier time is recorded at that time, and none before the one before") {
  Story story("a");
  const Time begun = story.now;
  story.wait(minutes(30));
  Trial trial(story.session, story.now, story.actor);
  trial.add_earlier(InstructionGiven{"first"}, begun + minutes(10));
  trial.add_fact(InstructionGiven{"second"});
  const Drafts drafts = trial.take_drafts();
  REQUIRE(drafts.size() == 2);
  CHECK(drafts.front().at == begun + minutes(10));
  CHECK_FALSE(drafts.back().at);
}

}  // namespace
}  // namespace clew
