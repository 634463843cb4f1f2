#include <doctest/doctest.h>

#include "session/story_test.h"

namespace clew {
namespace {

Intent note(const std::string& text) {
  return RecordFact{
      NoteAdded{{}, text, ""},
      {}
  };
}

Story closed(Lifecycle status) {
  Story story("a\nb");
  if (status == Lifecycle::kPaused) story.then(PauseSession{"lunch", ""});
  if (status == Lifecycle::kCompleted) story.done("a").done("b");
  if (status > Lifecycle::kCompleted) story.then(CloseSession{status, "enough"});
  REQUIRE(story.session.lifecycle.status == status);
  return story;
}

TEST_CASE("deciding agrees with the session's table in every cell") {
  struct Row {
    LifecycleVerb verb;
    Intent intent;
  };
  const Row kRows[] = {
      {LifecycleVerb::kPause,   PauseSession{"lunch", ""}              },
      {LifecycleVerb::kResume,  ResumeSession{}                        },
      {LifecycleVerb::kFail,    CloseSession{Lifecycle::kFailed, ""}   },
      {LifecycleVerb::kAbort,   CloseSession{Lifecycle::kAborted, ""}  },
      {LifecycleVerb::kAbandon, CloseSession{Lifecycle::kAbandoned, ""}},
      {LifecycleVerb::kWork,    CompleteStep{}                         },
      {LifecycleVerb::kFact,    note("n")                              },
  };
  for (size_t s = 0; s < std::size(EnumNames<Lifecycle>::names); ++s) {
    for (const auto& row : kRows) {
      const auto from = static_cast<Lifecycle>(s);
      CAPTURE(name_of(from));
      CAPTURE(name_of(row.verb));
      Story story = closed(from);
      if (const auto to = next_status(from, row.verb)) {
        story.then(row.intent);
        CHECK(name_of(story.session.lifecycle.status) == name_of(*to));
      } else {
        CHECK(code_of(story.would(row.intent)) == ErrorCode::kInvalid);
      }
    }
  }
}

TEST_CASE("every wish about a session that is not there says so") {
  const Intent kIntents[] = {AddSteps{},       StartStep{},    CompleteStep{},  ChangeStep{},
                             RevisitStep{},    PauseSession{}, ResumeSession{}, CloseSession{},
                             ArchiveSession{}, ClaimStep{},    ReleaseStep{},   note("n"),
                             RedactEvent{},    ForkSession{},  NameStep{}};
  for (const auto& intent : kIntents) {
    CHECK(code_of(Story().would(intent)) == ErrorCode::kNotFound);
    CHECK(code_of(decide(Session(), Proposal{kMonday, ActorId("ana"), intent})) ==
          ErrorCode::kNotFound);
  }
}

TEST_CASE("a pause records why and what was at hand, and ends with the resume") {
  Story story("a");
  story.wait(minutes(10)).then(PauseSession{"lunch", "tests of a"});
  CHECK(story.session.lifecycle.reason == "lunch");
  CHECK(story.session.lifecycle.context == "tests of a");
  CHECK(story.session.lifecycle.paused_at == story.now);
  story.wait(minutes(45)).then(ResumeSession{});
  const LifecycleState& state = story.session.lifecycle;
  CHECK(state.status == Lifecycle::kActive);
  CHECK(state.paused_total == minutes(45));
  CHECK(state.resume_count == 1);
  CHECK(state.resumed_at == story.now);
  CHECK_FALSE(state.paused_at.has_value());
  CHECK(state.reason.empty());
  CHECK(state.context.empty());
}

TEST_CASE("a session is closed as completed only when nothing is left to do") {
  Story story("a\n  a1\nb");
  const auto refused = story.would(CloseSession{});
  CHECK(code_of(refused) == ErrorCode::kInvalid);
  CHECK(refused.error().message == "step 1.1 \"a1\" is not done");
  story.done("a1").change("b", StepVerb::kBlock);
  CHECK(code_of(story.would(CloseSession{})) == ErrorCode::kInvalid);
  Story skipped("a\n  a1\nb");
  skipped.then(ChangeStep{skipped.id("b"), StepVerb::kSkip, "r", {}});
  skipped.session.structure.total = 3;  // one more was to come
  skipped.change("a", StepVerb::kSkip);
  CHECK(skipped.session.lifecycle.status == Lifecycle::kActive);
  skipped.then(CloseSession{Lifecycle::kCompleted, "good enough"});
  CHECK(skipped.session.lifecycle.status == Lifecycle::kCompleted);
  CHECK(skipped.progress().percent == 100);
}

TEST_CASE("a gate of a step with parts is not passed by closing the session") {
  Story story("a | gate approved\n  a1");
  story.done("a1");
  const auto refused = story.would(CloseSession{});
  CHECK(code_of(refused) == ErrorCode::kInvalid);
  CHECK(refused.error().message == "step 1 \"a\" is not done");
}

TEST_CASE("a session does not end by being active or paused") {
  for (const auto status : {Lifecycle::kActive, Lifecycle::kPaused}) {
    CHECK(code_of(Story("a").would(CloseSession{status, ""})) == ErrorCode::kUsage);
  }
}

TEST_CASE("no time runs in a session that has ended") {
  Story story("a");
  story.then(ClaimStep{}).then(RecordFact{NextActionSet{"think"}, {}});
  story.wait(minutes(5)).then(CloseSession{Lifecycle::kAborted, "enough"});
  CHECK(story.session.lifecycle.ended_at == story.now);
  CHECK(story.session.lifecycle.reason == "enough");
  CHECK(story.step("a").last_attempt()->outcome == AttemptOutcome::kAbandoned);
  CHECK(story.session.root().last_attempt()->outcome == AttemptOutcome::kAbandoned);
  CHECK_FALSE(story.step("a").lease.has_value());
  CHECK(story.session.next_action.empty());
  story.wait(days(9));
  CHECK(active_time(*story.step("a").last_attempt(), story.now) == minutes(5));
  CHECK_FALSE(inactivity_due(story.session, story.now).has_value());
}

TEST_CASE("an archived session is taken back out once") {
  Story story = closed(Lifecycle::kCompleted);
  CHECK(code_of(story.would(ArchiveSession{false})) == ErrorCode::kInvalid);
  story.then(ArchiveSession{true});
  CHECK(story.session.lifecycle.archived);
  CHECK(code_of(story.would(ArchiveSession{true})) == ErrorCode::kInvalid);
  story.then(ArchiveSession{false});
  CHECK_FALSE(story.session.lifecycle.archived);
}

TEST_CASE("a day without activity is a pause from the moment it was due") {
  Story story("a\nb");
  const Time last = story.now;
  story.wait(hours(24));
  CHECK_FALSE(inactivity_due(story.session, story.now).has_value());
  story.wait(hours(40));
  CHECK(inactivity_due(story.session, story.now) == last + hours(24));
  const auto drafts = story.would(note("back"));
  REQUIRE(drafts.ok());
  CHECK(names(*drafts) == "session_paused session_resumed note_added");
  CHECK((*drafts)[0].at == last + hours(24));
  story.add(*drafts);
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK(story.session.lifecycle.paused_total == hours(40));
  CHECK(story.step("a").open_attempt()->paused == hours(40));
}

TEST_CASE("only work wakes a sleeping session; other verbs record the sleep") {
  struct Row {
    const char* claim;
    Intent intent;
    const char* events;
  };
  Story story("a\nb");
  const Row kRows[] = {
      {"a note",    note("n"),                                             "session_paused session_resumed note_added"                 },
      {"work",      StartStep{story.id("b")},                              ""                                                          },
      {"done",      CompleteStep{},                                        "session_paused session_resumed step_completed step_started"},
      {"a revisit", RevisitStep{story.id("a"), {}, "", {}},
       "session_paused session_resumed step_revisited step_started"                                                                    },
      {"archiving", ArchiveSession{},                                      "session_paused session_archived"                           },
      {"resuming",  ResumeSession{},                                       "session_paused session_resumed"                            },
      {"closing",   CloseSession{Lifecycle::kAborted, ""},                 "session_paused session_ended"                              },
      {"redacting", RedactEvent{Seq{1}, {}, ""},                           "session_paused event_redacted"                             },
      {"forking",   ForkSession{SessionId("s-1"), story.session.head, ""}, "session_forked"                                            },
  };
  story.wait(days(3));
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    const auto drafts = story.would(row.intent);
    if (*row.events == '\0') {
      CHECK(code_of(drafts) == ErrorCode::kInvalid);
    } else {
      REQUIRE(drafts.ok());
      CHECK(names(*drafts) == row.events);
    }
  }
  CHECK(code_of(story.would(PauseSession{"lunch", ""})) == ErrorCode::kInvalid);
}

TEST_CASE(
    "a sleep that was recorded ends with the first work; a pause somebody asked for does not") {
  Story asleep("a\nb");
  asleep.wait(days(2)).then(ArchiveSession{});
  CHECK(asleep.session.lifecycle.status == Lifecycle::kPaused);
  asleep.wait(hours(1)).then(CompleteStep{});
  CHECK(asleep.session.lifecycle.status == Lifecycle::kActive);
  CHECK(asleep.session.lifecycle.paused_total == days(1) + hours(1));
  Story paused("a\nb");
  paused.then(PauseSession{"lunch", ""}).wait(days(2));
  CHECK(code_of(paused.would(CompleteStep{})) == ErrorCode::kInvalid);
  CHECK(paused.would(CompleteStep{}).error().next == "clew resume s-1");
  paused.then(note("still at lunch"));
  CHECK(paused.session.lifecycle.status == Lifecycle::kPaused);
}

TEST_CASE("looking changes nothing") {
  Story story("a\nb");
  story.wait(days(9));
  const Session before = story.session;
  story.progress();
  story.current();
  story.ready();
  next_action(story.session, story.actor, story.now);
  static_cast<void>(story.would(note("n")));
  CHECK(story.session == before);
}

TEST_CASE("an event is redacted only when there is one") {
  Story story("a");
  CHECK(code_of(story.would(RedactEvent{Seq{0}, {}, ""})) == ErrorCode::kNotFound);
  CHECK(code_of(story.would(RedactEvent{Seq{99}, {}, ""})) == ErrorCode::kNotFound);
  const auto drafts = story.would(RedactEvent{Seq{1}, sha256("x"), "a key"});
  REQUIRE(drafts.ok());
  CHECK(names(*drafts) == "event_redacted");
}

TEST_CASE("a fork is a session of its own: open, held by nobody") {
  Story story("a | id workflow:1\nb");
  story.then(ClaimStep{}).wait(minutes(10));
  story.then(CloseSession{Lifecycle::kAborted, "wrong way"}).then(ArchiveSession{});
  story.wait(days(5)).as("bob").then(
      ForkSession{SessionId("s-1"), story.session.head, "try again"});
  CHECK(story.session.identity.parent == SessionId("s-1"));
  CHECK(story.session.lifecycle.status == Lifecycle::kActive);
  CHECK_FALSE(story.session.lifecycle.archived);
  CHECK_FALSE(story.session.lifecycle.ended_at.has_value());
  CHECK(story.step("a").external.empty());
  CHECK(story.step("a").open_attempt()->actor == ActorId("bob"));
  story.wait(minutes(3)).then(CompleteStep{});
  CHECK(story.status("a") == StepStatus::kDone);
  CHECK(active_time(*story.step("a").passed_attempt(), story.now) == minutes(3));
}

TEST_CASE("the time before a fork is nobody's working time") {
  Story story("a\nb");
  story.wait(minutes(10)).note("still here");
  story.wait(days(30)).then(ForkSession{SessionId("s-1"), story.session.head, ""});
  story.wait(minutes(5));
  CHECK(story.progress().in_step == minutes(15));
  story.wait(minutes(1)).note("no pause was due");
  CHECK(story.session.lifecycle.resume_count == 0);
}

TEST_CASE("a session is handed off, back and on; to the device that has it, only once") {
  Story story("A");
  const SessionHandedOff to_desk{"desk", "k1", "r", "laptop"};
  story.then(HandOff{to_desk});
  REQUIRE(story.session.handoff);
  CHECK(story.session.handoff->device == "desk");
  CHECK(story.session.handoff->from == "laptop");
  CHECK(story.session.handoff->origin.id == story.session.head);
  CHECK(code_of(story.would(HandOff{to_desk})) == ErrorCode::kInvalid);
  story.then(HandOff{
      {"laptop", "k2", "r", "desk"}
  });
  CHECK(story.session.handoff->signing_key == "k2");
  story.then(CloseSession{Lifecycle::kAborted, "because"});
  CHECK(code_of(story.would(HandOff{to_desk})) == ErrorCode::kInvalid);
}

TEST_CASE("a handoff is not undone, and a fork belongs to nobody") {
  Story story("A");
  story.then(HandOff{
      {"desk", "k1", "r", "laptop"}
  });
  CHECK(code_of(story.would_undo(story.events.size(), story.events.size())) == ErrorCode::kInvalid);
  story.add({
      {SessionForked{SessionId("s"), story.session.head, "because"}, {}}
  });
  CHECK_FALSE(story.session.handoff);
}

}  // namespace
}  // namespace clew
