#include <doctest/doctest.h>

#include <functional>

#include "session/story_test.h"

namespace clew {
namespace {

// What a reader of the session sees: not when it was last touched, by whom, or how far a claim was
// renewed, nor numbers of steps that are gone.
std::string seen(Session session) {
  session.head = {};
  session.locations.clear();
  session.last_activity = {};
  session.last_fence = 0;
  while (!session.steps.empty() && session.steps.back().removed) session.steps.pop_back();
  for (auto& step : session.steps) {
    if (step.lease) step.lease->expires_at = {};
  }
  return to_text(to_value(session));
}

template <class T>
Intent fact(T data) {
  return RecordFact{std::move(data), std::nullopt};
}

AgentChanged agent(AgentVerb verb) {
  AgentChanged change;
  change.agent = AgentId("x");
  change.verb = verb;
  change.error = AgentError{ErrorCategory::kLogical, "oops", 0, {}};
  return change;
}

FileChanged file(const std::string& path) {
  FileChanged change;
  change.path = path;
  change.lines_added = 5;
  return change;
}

Intent artifact(const std::string& path) {
  ArtifactAdded added;
  added.path = path;
  return fact(added);
}

Intent attribute(AttributeOwner owner, Seq of = {}) {
  return fact(AttributeSet{owner, {}, 0, AgentId("x"), of, "k", 1});
}

// Something of everything: a done step, a current one with a gate, facts, an agent, a claim.
Story rich() {
  Story story("a | subject s\nb | gate ok | subject s\n  b1\n  b2\nc\nd");
  story.then(artifact("a.md")).wait(minutes(5)).done("a");
  story.then(artifact("b.md")).note("n");
  story.then(fact(file("src/x.cc"))).then(fact(QuestionAsked{{}, "why?"}));
  story.then(fact(agent(AgentVerb::kStart))).then(fact(NextActionSet{"think"}));
  story.then(fact(ClaimMade{{}, "c", ClaimStatus::kDeferred, "", "", ""}));
  story.then(fact(ContextReported{AgentId("x"), 100, false}));
  story.then(fact(InstructionGiven{"go on"}));
  story.wait(minutes(5));
  return story;
}

Seq last_question(const Session& session) { return session.questions.items.back().origin.id; }

struct Case {
  const char* claim;
  std::function<void(Story&)> before;
  std::function<Intent(const Story&)> intent;
};

std::function<Intent(const Story&)> just(const Intent& intent) {
  return [intent](const Story&) { return intent; };
}

std::function<Intent(const Story&)> changing(const std::string& step, StepVerb verb) {
  return [=](const Story& story) { return ChangeStep{story.id(step), verb, "because", {}}; };
}

std::function<Intent(const Story&)> revisiting(Impact impact) {
  return [=](const Story& story) { return RevisitStep{story.id("a"), impact, "", {}}; };
}

const std::function<void(Story&)> kAsItIs = [](Story&) {};
const std::function<void(Story&)> kClaimed = [](Story& story) { story.then(ClaimStep{}); };
const std::function<void(Story&)> kPaused = [](Story& story) {
  story.then(PauseSession{"lunch", "b1"}).wait(minutes(30));
};
// The pause that was due is recorded by what is no work and does not end it.
const std::function<void(Story&)> kAsleep = [](Story& story) {
  story.wait(days(2)).then(ArchiveSession{}).then(ArchiveSession{false});
};
const std::function<void(Story&)> kAlmost = [](Story& story) {
  story.done("b1").done("b2").done("b", shown("ok", true)).done("c");
};
const std::function<void(Story&)> kAllDone = [](Story& story) {
  kAlmost(story);
  story.done("d");
};

std::vector<Case> cases() {
  return {
      {"steps added", kAsItIs, just(AddSteps{kRoot, StepId{1}, outline("x\n  x1\ny")})},
      {"a step started",
       [](Story& s) {
         s.change("b2", StepVerb::kBlock).done("b1").change("b2", StepVerb::kUnblock);
       }, [](const Story& s) { return StartStep{s.id("b2")}; }},
      {"a step done", kAsItIs, just(CompleteStep{})},
      {"a claimed step done", kClaimed, just(CompleteStep{})},
      {"the step around it done", [](Story& s) { s.done("b1").done("b2"); },
       just(CompleteStep{{}, shown("ok", true), {}, {}, {"out"}, {}})},
      {"a gate that stayed shut", [](Story& s) { s.done("b1").done("b2"); },
       just(CompleteStep{{}, shown("ok", false), {}, {}, {}, {}})},
      {"a gate overridden", [](Story& s) { s.done("b1").done("b2"); },
       just(CompleteStep{{}, {}, GateHandling::kOverride, "late", {}, {}})},
      {"the last step done", kAlmost, just(CompleteStep{})},
      {"a step failed", kAsItIs, changing("b1", StepVerb::kFail)},
      {"a step blocked", kClaimed, changing("b1", StepVerb::kBlock)},
      {"a step unblocked", [](Story& s) { s.change("b1", StepVerb::kBlock); },
       changing("b1", StepVerb::kUnblock)},
      {"a step up for review", kAsItIs, changing("b1", StepVerb::kReview)},
      {"a step skipped", kAsItIs, changing("b1", StepVerb::kSkip)},
      {"a step with parts skipped", kAsItIs, changing("b", StepVerb::kSkip)},
      {"a step retried", kAsItIs, changing("b1", StepVerb::kRetry)},
      {"a minor revisit", kAsItIs, revisiting(Impact::kMinor)},
      {"a moderate revisit", kAsItIs, revisiting(Impact::kModerate)},
      {"a major revisit", kAsItIs, revisiting(Impact::kMajor)},
      {"a revisit that reopened", kAllDone, revisiting(Impact::kMajor)},
      {"a pause", kAsItIs, just(PauseSession{"lunch", "b1"})},
      {"a resume", kPaused, just(ResumeSession{})},
      {"a resume after inactivity", kAsleep, just(ResumeSession{})},
      {"an abort", kClaimed, just(CloseSession{Lifecycle::kAborted, "enough"})},
      {"an abort while paused", kPaused, just(CloseSession{Lifecycle::kFailed, "enough"})},
      {"archiving", kAllDone, just(ArchiveSession{})},
      {"a claim", kAsItIs, just(ClaimStep{})},
      {"a release", kClaimed, [](const Story& s) { return ReleaseStep{s.id("b1"), {}}; }},
      {"a decision", kAsItIs, just(fact(DecisionMade{{}, "t", {}, "c", "r"}))},
      {"a question", kAsItIs, just(fact(QuestionAsked{{}, "how?"}))},
      {"an answer", kAsItIs,
       [](const Story& s) { return fact(QuestionAnswered{last_question(s.session), "so"}); }},
      {"a failed approach", kAsItIs, just(fact(ApproachFailed{{}, "w", "y", {}}))},
      {"a note", kAsItIs, just(fact(NoteAdded{{}, "m", ""}))},
      {"a file", kAsItIs, just(fact(file("src/y.cc")))},
      {"a file once more", kAsItIs, just(fact(file("src/x.cc")))},
      {"a run", kAsItIs, just(fact(CommandRan{{}, "make", "", "", {}, {}, {}, {}, ""}))},
      {"an error", kAsItIs, just(fact(ErrorRecorded{{}, "disk full", {}}))},
      {"a claim made", kAsItIs, just(fact(ClaimMade{{}, "d", ClaimStatus::kVerified, "", "", ""}))},
      {"a claim resolved", kAsItIs,
       [](const Story& s) {
         return fact(
             ClaimChanged{s.session.claims.items[0].origin.id, ClaimStatus::kResolved, "r"});
       }},
      {"another agent", kAsItIs,
       [](const Story&) {
         AgentChanged e = agent(AgentVerb::kStart);
         e.agent = AgentId("y");
         return fact(e);
       }},
      {"an agent's failure", kAsItIs, just(fact(agent(AgentVerb::kFail)))},
      {"an attribute of the session", kAsItIs, just(attribute(AttributeOwner::kSession))},
      {"an attribute of a step", kAsItIs, just(attribute(AttributeOwner::kStep))},
      {"an attribute of an attempt", kAsItIs, just(attribute(AttributeOwner::kAttempt))},
      {"an attribute of an agent", kAsItIs, just(attribute(AttributeOwner::kAgent))},
      {"an attribute of a fact", kAsItIs,
       [](const Story& s) { return attribute(AttributeOwner::kFact, last_question(s.session)); }},
      {"a new goal", kAsItIs,
       [](const Story&) {
         IdentityChanged e;
         e.goal = "elsewhere";
         return fact(e);
       }},
      {"an artifact", kAsItIs, just(artifact("c.md"))},
      {"an artifact once more", kAsItIs, just(artifact("b.md"))},
      {"a checkpoint", kAsItIs, just(fact(CheckpointMade{{}, "n", ""}))},
      {"a context", kAsItIs, just(fact(ContextReported{AgentId("x"), 200, true}))},
      {"an instruction", kAsItIs, just(fact(InstructionGiven{"stop"}))},
      {"a next action", kAsItIs, just(fact(NextActionSet{"rest"}))},
      {"a total",
       [](Story& s) {
         s.session.structure.total.reset();
         s.events[0] = Event{s.events[0].header, [&] {
                               auto e = get<SessionStarted>(s.events[0].data);
                               e.structure.total.reset();
                               return e;
                             }()};
       }, just(fact(StructureSettled{9, ""}))},
  };
}

TEST_CASE("undo takes back every kind of command, and undoing that brings it back") {
  for (const auto& each : cases()) {
    CAPTURE(each.claim);
    Story story = rich();
    each.before(story);
    const std::string before = seen(story.session);
    const size_t first = story.events.size() + 1;
    story.wait(minutes(1)).then(each.intent(story));
    const size_t last = story.events.size();
    const std::string after = seen(story.session);
    CHECK(before != after);
    const auto undo = story.wait(minutes(1)).would_undo(first, last);
    REQUIRE_MESSAGE(undo.ok(), (undo.ok() ? "" : undo.error().message));
    story.add(*undo);
    CHECK(seen(story.session) == before);
    const auto redo = story.would_undo(last + 1, story.events.size());
    REQUIRE_MESSAGE(redo.ok(), (redo.ok() ? "" : redo.error().message));
    story.add(*redo);
    CHECK(seen(story.session) == after);
    CHECK(seen(story.reported(story.events.size())) == after);
  }
}

// Tells `first`, then `later`, and asks whether `first` can still be taken back.
struct Later {
  Story story = rich();
  size_t from = 0;
  size_t to = 0;

  Later& does(const Intent& intent) {
    from = story.events.size() + 1;
    story.then(intent);
    to = story.events.size();
    return *this;
  }
  Later& then(const Intent& intent) {
    story.wait(minutes(1)).then(intent);
    return *this;
  }
  Result<Drafts> undo() const { return story.would_undo(from, to); }
};

TEST_CASE("what was touched since is not taken back") {
  const auto refused = [](const Later& later) {
    return code_of(later.undo()) == ErrorCode::kConflict;
  };
  CHECK(refused(Later().does(CompleteStep{}).then(CompleteStep{})));
  CHECK(refused(Later().does(PauseSession{"", ""}).then(ResumeSession{})));
  CHECK(refused(Later().does(fact(NextActionSet{"x"})).then(fact(NextActionSet{"y"}))));
  CHECK(refused(Later().does(fact(InstructionGiven{"x"})).then(fact(InstructionGiven{"y"}))));
  CHECK(refused(Later().does(fact(file("src/x.cc"))).then(fact(file("src/x.cc")))));
  CHECK(refused(Later().does(fact(agent(AgentVerb::kFail))).then(fact(agent(AgentVerb::kRetry)))));
  CHECK(refused(Later()
                    .does(fact(ContextReported{AgentId("x"), 1, false}))
                    .then(fact(ContextReported{AgentId("x"), 2, false}))));
  Later question;
  question.does(fact(QuestionAsked{{}, "how?"}));
  CHECK(
      refused(question.then(fact(QuestionAnswered{last_question(question.story.session), "so"}))));
  Later noted;
  noted.does(fact(NoteAdded{{}, "m", ""}));
  CHECK(refused(noted.then(attribute(AttributeOwner::kFact, noted.story.session.head))));
}

TEST_CASE("steps that were built on are not taken back") {
  const AddSteps more{kRoot, std::nullopt, outline("x\ny")};
  const auto then = [&](const std::function<Intent(const Story&)>& intent) {
    Later later;
    later.does(more);
    return code_of(later.then(intent(later.story)).undo()) == ErrorCode::kConflict;
  };
  CHECK(then([](const Story& s) { return AddSteps{s.id("x"), std::nullopt, outline("part")}; }));
  CHECK(then([](const Story&) { return AddSteps{kRoot, std::nullopt, outline("z | needs x")}; }));
  CHECK(then([](const Story& s) { return ChangeStep{s.id("x"), StepVerb::kBlock, "r", {}}; }));
}

TEST_CASE("an earlier command is taken back while later ones touched other things") {
  struct Row {
    const char* claim;
    Intent first;
    Intent later;
    std::function<bool(const Session&)> taken_back;
    std::function<bool(const Session&)> still_there;
  };
  const auto total = [](uint32_t n) {
    return [=](const Session& s) { return s.structure.total == n; };
  };
  const std::function<bool(const Session&)> b1_active = [](const Session& s) {
    return s.find(StepId{3})->status == StepStatus::kActive;
  };
  const std::function<bool(const Session&)> two_notes = [](const Session& s) {
    return s.notes.total == 2;
  };
  const Row kRows[] = {
      {"done, then a note",                 CompleteStep{},                              fact(NoteAdded{{}, "m", ""}), b1_active, two_notes},
      {"steps, then more steps",            AddSteps{kRoot, std::nullopt, outline("x")},
       AddSteps{kRoot, std::nullopt, outline("y")},                                                                    total(5),
       [](const Session& s) {
         return s.root().children.size() == 5 && s.find(s.root().children.back())->title == "y";
       }                                                                                                                                   },
      {"an attribute, then done",           attribute(AttributeOwner::kStep),            CompleteStep{},
       [](const Session& s) { return s.find(StepId{3})->attributes.empty(); },
       [](const Session& s) { return s.find(StepId{3})->status == StepStatus::kDone; }                                                     },
      {"an error, then a pause",            fact(ErrorRecorded{{}, "disk full", {}}),
       PauseSession{"lunch", ""},
       [](const Session& s) { return s.lifecycle.last_error.empty() && s.errors.total == 0; },
       [](const Session& s) { return s.lifecycle.status == Lifecycle::kPaused; }                                                           },
      {"a claim, then work that renews it", ClaimStep{},                                 fact(NoteAdded{{}, "m", ""}),
       [](const Session& s) { return !s.find(StepId{3})->lease.has_value(); },                                                    two_notes},
      {"a file, then another",              fact(file("src/y.cc")),                      fact(file("src/z.cc")),
       [](const Session& s) { return s.files.total == 2; },
       [](const Session& s) { return s.files.items.back().path == "src/z.cc"; }                                                            },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    Later later;
    later.does(row.first).then(row.later);
    const auto undo = later.undo();
    REQUIRE_MESSAGE(undo.ok(), (undo.ok() ? "" : undo.error().message));
    later.story.add(*undo);
    CHECK(row.taken_back(later.story.session));
    CHECK(row.still_there(later.story.session));
  }
}

TEST_CASE("a claim's renewal is nothing to take back") {
  Later later;
  later.story.then(ClaimStep{}).wait(minutes(1));
  later.does(fact(NoteAdded{{}, "m", ""})).then(fact(NoteAdded{{}, "o", ""}));
  const auto undo = later.undo();
  REQUIRE(undo.ok());
  CHECK(names(*undo) == "command_undone fact_restored");
}

TEST_CASE("sleep is not taken back with the command that recorded it") {
  Story story("a\nb");
  story.wait(minutes(10)).note("good night").wait(days(2));
  const size_t first = story.events.size() + 1;
  story.then(CompleteStep{});
  const size_t last = story.events.size();
  story.add(*story.would_undo(first, last));
  CHECK(story.status("a") == StepStatus::kActive);
  CHECK(story.status("b") == StepStatus::kPending);
  CHECK(story.step("a").open_attempt()->paused == days(1));
  CHECK(story.session.lifecycle.paused_total == days(1));
  CHECK(story.session.lifecycle.resume_count == 1);
}

TEST_CASE("an undo that would bring back nothing is refused") {
  Story story("a\nb");
  CHECK(code_of(story.would_undo(1, story.events.size())) == ErrorCode::kInvalid);
  story.then(RedactEvent{Seq{1}, {}, ""});
  CHECK(code_of(story.would_undo(story.events.size(), story.events.size())) == ErrorCode::kInvalid);
  story.then(ForkSession{SessionId("s-0"), Seq{1}, ""});
  CHECK(code_of(story.would_undo(story.events.size(), story.events.size())) == ErrorCode::kInvalid);
}

TEST_CASE("after an undo nothing points at a step that is gone") {
  Story story("a");
  const size_t first = story.events.size() + 1;
  story.add_steps("x\n  x1");
  const size_t last = story.events.size();
  story.add(*story.would_undo(first, last));
  CHECK(story.session.root().children == std::vector<StepId>{StepId{1}});
  CHECK(story.session.find(StepId{2}) == nullptr);
  CHECK(story.session.structure.total == 1u);
  story.add_steps("y");
  CHECK(story.id("y") == StepId{4});
  CHECK(number_of(story.session, story.id("y")) == "2");
  story.done("a");
  CHECK(story.current() == "y");
}

TEST_CASE("of a full list the one that made room is not brought back, and the count is right") {
  Story story("a");
  for (int i = 0; i < 33; ++i) story.note(std::to_string(i));
  const size_t last = story.events.size();
  story.add(*story.would_undo(last, last));
  CHECK(story.session.notes.total == 32);
  CHECK(story.session.notes.items.size() == 31);
  CHECK(story.session.notes.items.back().text == "31");
}

}  // namespace
}  // namespace clew
