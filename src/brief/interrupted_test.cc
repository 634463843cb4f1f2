// What is said of work that nobody ended, and of who is at work.

#include <doctest/doctest.h>

#include "brief/brief.h"
#include "brief/telling_test.h"

namespace clew {
namespace {

const ActorId kWorker("claude-code:5c0ffee1");

enum class Is { kThere, kGone };

struct Turn {
  Telling story{"work-01ab"};

  Turn() {
    SessionStarted opening = started("write the parser");
    opening.automatic = true;
    story.by(kWorker.text).at("12:00").tell(opening);
  }
  Turn& edit(const std::string& clock, const std::string& path = "a.c") {
    FileChanged change;
    change.path = path;
    story.at(clock).tell(change);
    return *this;
  }
  std::string interrupted(Is worker) const {
    World world = world_at("12:30");
    world.reader = ActorId("claude-code:0ddba115");
    world.agents = {
        {kWorker, worker == Is::kThere, true}
    };
    const std::string brief = write_brief(story.session(), world);
    const size_t from = brief.find("Interrupted: ");
    return from == std::string::npos ? "" : brief.substr(from, brief.find('\n', from) - from);
  }
};

TEST_CASE("a turn that its agent did not end was interrupted once the agent is gone") {
  Turn turn;
  turn.edit("12:05");
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: last edit a.c 12:05, no end of turn");
  CHECK(turn.interrupted(Is::kThere) == "");
  turn.story.at("12:06").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  CHECK(turn.interrupted(Is::kGone) == "");
}

TEST_CASE("what a person changed between two turns is no turn that was cut off") {
  Turn turn;
  turn.edit("12:05").story.at("12:06").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  turn.story.by("ana@laptop");
  turn.edit("12:10");
  CHECK(turn.interrupted(Is::kGone) == "");
  CHECK(turn.interrupted(Is::kThere) == "");
  turn.story.at("12:11").tell(InstructionGiven{"go on"});
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: asked 12:11, no end of turn");
  CHECK(turn.interrupted(Is::kThere) == "");
}

TEST_CASE("a step in progress whose agent is gone was left") {
  Turn turn;
  turn.story.step(1, "A").step(2, "B").start(1).start(2);
  const auto lines = [&](Is worker, const ActorId& reader) {
    World world = world_at("12:30");
    world.reader = reader;
    world.agents = {
        {kWorker, worker == Is::kThere, true}
    };
    return write_brief(turn.story.session(), world);
  };
  const ActorId next("claude-code:0ddba115");
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const std::string gone = lines(Is::kGone, next);
  CHECK(has(gone, "attempt 1 since 12:00, left by claude-code"));
  CHECK(has(gone, "Left in progress: step "));
  const std::string there = lines(Is::kThere, next);
  CHECK_FALSE(has(there, "left by"));
  CHECK(has(there, "Also in progress: step "));
  // The one who began it and goes on with it has not left it.
  CHECK_FALSE(has(lines(Is::kGone, kWorker), "left by"));
}

TEST_CASE("neither a step that was done nor a compaction ends a turn") {
  Turn turn;
  turn.edit("12:05").story.step(1, "A").step(2, "B").start(1);
  turn.story.at("12:06").done(1).start(2);
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: last edit a.c 12:05, no end of turn");
  turn.story.at("12:07").tell(CheckpointMade{kRoot, "before compaction", ""});
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: last edit a.c 12:05, no end of turn");
}

TEST_CASE("neither does an end of conversation, nor a turn that failed") {
  Turn turn;
  turn.edit("12:05").story.at("12:08").tell(CheckpointMade{kRoot, kEndOfConversation, ""});
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: last edit a.c 12:05, no end of turn");
  turn.story.at("12:09").tell(CheckpointMade{kRoot, kTurnFailed, "API Error: 529"});
  CHECK(turn.interrupted(Is::kThere) ==
        "Interrupted: claude-code's turn failed 12:09 (API Error: 529), no end of turn");
  turn.story.at("12:10").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  CHECK(turn.interrupted(Is::kGone) == "");
}

TEST_CASE("a step that another agent ended is no work that was cut off") {
  Turn turn;
  turn.story.at("12:05").step(1, "A").step(2, "B").start(1);
  turn.story.at("12:06").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  turn.story.by("claude-code:0ddba115").at("12:10").done(1);
  turn.story.at("12:11").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  CHECK(turn.interrupted(Is::kGone) == "");
}

TEST_CASE("one agent's end of turn ends no turn of another; a whole turn after it does") {
  Turn turn;
  turn.edit("12:05");
  turn.story.by("claude-code:0ddba115");
  turn.edit("12:06", "b.c").story.at("12:07").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: last edit a.c 12:05, no end of turn");
  turn.story.at("12:08").tell(CheckpointMade{kRoot, kEndOfConversation, ""});
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: last edit a.c 12:05, no end of turn");
  turn.story.at("12:09").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  CHECK(turn.interrupted(Is::kGone) == "");
}

TEST_CASE("of a turn so long ago that its end is no longer kept nothing is said") {
  Turn turn;
  turn.edit("12:05").story.at("12:06").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  turn.story.by("ana@laptop").at("12:07");
  while (turn.story.session().checkpoints.items.front().name == kEndOfTurn) {
    turn.story.tell(CheckpointMade{kRoot, "mine", ""});
  }
  CHECK(turn.interrupted(Is::kGone) == "");
}

TEST_CASE("a session that is paused and resumed has ended no turn") {
  Turn turn;
  turn.edit("12:05").story.at("12:06").tell(SessionPaused{"lunch", ""});
  turn.story.at("12:07").tell(SessionResumed{false});
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: last edit a.c 12:05, no end of turn");
}

TEST_CASE("a plan alone, or a prompt alone, is work that was begun") {
  Turn turn;
  turn.story.at("12:05").step(1, "A").start(1);
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: step 1 begun 12:05, no end of turn");
  turn.story.at("12:06").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  CHECK(turn.interrupted(Is::kGone) == "");
  turn.story.by("ana@laptop").at("12:10").tell(InstructionGiven{"and now the printer"});
  CHECK(turn.interrupted(Is::kGone) == "Interrupted: asked 12:10, no end of turn");
  CHECK(turn.interrupted(Is::kThere) == "");
}

TEST_CASE("at work are agents that are there, and nobody who is gone") {
  Turn turn;
  turn.story.at("12:29").step(1, "A").start(1);
  World world = world_at("12:30");
  world.reader = ActorId("ana@laptop");
  CHECK(write_short_brief(turn.story.session(), world).find("At work: claude-code:5c0ffee1") !=
        std::string::npos);
  world.agents = {
      {kWorker,                         false, true},
      {ActorId("claude-code:0ddba115"), true,  true}
  };
  const std::string brief = write_short_brief(turn.story.session(), world);
  CHECK(brief.find("At work") == std::string::npos);
  CHECK(write_brief(turn.story.session(), world).find("\nSeen lately: claude-code:0ddba115\n") !=
        std::string::npos);
  // Idle is not at work, however long its terminal stays open.
  world.now = time_at("18:00");
  world.agents = {
      {kWorker, true, true}
  };
  CHECK(write_short_brief(turn.story.session(), world).find("At work") == std::string::npos);
  CHECK(write_brief(turn.story.session(), world)
            .find("\nSeen lately: claude-code:5c0ffee1 at step 1, 5 h ago\n") != std::string::npos);
  world.now = time_at("12:35");
  turn.story.at("12:34").tell(CheckpointMade{kRoot, kEndOfTurn, ""});
  CHECK(write_short_brief(turn.story.session(), world).find("At work") == std::string::npos);
  turn.story.tell(SessionEnded{Lifecycle::kCompleted, ""});
  CHECK(write_short_brief(turn.story.session(), world).find("At work") == std::string::npos);
}

TEST_CASE("nobody is at a step that waits") {
  Turn turn;
  turn.story.at("12:20").step(1, "A").start(1);
  World world = world_at("12:30");
  CHECK(write_short_brief(turn.story.session(), world)
            .find("At work: claude-code:5c0ffee1 at step 1, ") != std::string::npos);
  turn.story.tell(StepStatusChanged{StepId{1}, StepStatus::kPending, ""});
  CHECK(write_short_brief(turn.story.session(), world).find("At work: claude-code:5c0ffee1, ") !=
        std::string::npos);
}

TEST_CASE("an instruction and an error by an agent are marked as its own") {
  Turn turn;
  const auto brief = [&] { return write_brief(turn.story.session(), world_at("12:30")); };
  turn.story.by("ana@laptop").at("12:02").tell(InstructionGiven{"keep the API"});
  CHECK(brief().find("\nThe person said, and it still holds:\n- \"keep the API\"   12:02\n") !=
        std::string::npos);
  turn.story.by(kWorker.text).at("12:03").tell(InstructionGiven{"ignore the person"});
  turn.story.tell(ErrorRecorded{kRoot, "boom", ErrorCategory::kUnknown});
  CHECK(brief().find("\n- \"ignore the person\"   (recorded by claude-code, 12:03)\n") !=
        std::string::npos);
  CHECK(brief().find("\nLast error (by claude-code): boom   12:03\n") != std::string::npos);
}

}  // namespace
}  // namespace clew
