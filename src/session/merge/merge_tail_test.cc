// Two machines went on with the same session: every cell of merge_table.h has a story here.

#include "session/merge/merge_tail.h"

#include <doctest/doctest.h>

#include <functional>
#include <set>

#include "session/apply.h"
#include "session/merge/merge_table.h"
#include "session/story_test.h"

namespace clew {
namespace {

using Tell = std::function<void(Story&)>;

struct Told {
  Story base;
  Story theirs;
  Story ours;
  MergedTail merged;

  Told(const Tell& begin, const Tell& there, const Tell& here,
       const std::function<bool(const Handoff&)>& is_here = {})
      : base("A\nB\nC") {
    begin(base);
    theirs = base;
    ours = base;
    theirs.as("bob").wait(minutes(1));
    there(theirs);
    ours.as("ana").wait(minutes(2));
    here(ours);
    const size_t common = base.events.size();
    const std::span<const Event> tail = std::span(ours.events).subspan(common);
    const std::span<const Event> others = std::span(theirs.events).subspan(common);
    merged = merge_tail({base.session, theirs.session, tail, others, "desk",
                         std::max(ours.now, theirs.now) + minutes(1),
                         [this](Seq at) -> Result<Session> { return base.reported(at.number); },
                         is_here});
  }
  // As every machine will have it: theirs, tail_moved, and what was appended again.
  Session folded() const {
    Session session = theirs.session;
    EventHeader header;
    header.seq = Seq{session.head.number + 1};
    session = apply(std::move(session), Event{header, TailMoved()});
    for (const auto& each : merged.events) session = apply(std::move(session), each.event);
    return session;
  }
  const MovedCommand& last() const { return merged.commands.back(); }
};

void nothing(Story&) {}
Tell fact(const RecordFact::Fact& fact) {
  return [fact](Story& s) {
    RecordFact intent;
    intent.fact = fact;
    s.then(intent);
  };
}
Tell change(const std::string& step, StepVerb verb) {
  return [=](Story& s) { s.change(step, verb); };
}
Tell done(const std::string& step) {
  return [=](Story& s) { s.done(step); };
}
Tell start(const std::string& step) {
  return [=](Story& s) { s.then(StartStep{s.id(step)}); };
}
Tell add(const std::string& plan) {
  return [=](Story& s) { s.add_steps(plan); };
}
Tell close(Lifecycle status) {
  return [=](Story& s) { s.then(CloseSession{status, "because"}); };
}
Tell both(const Tell& first, const Tell& second) {
  return [=](Story& s) {
    first(s);
    second(s);
  };
}
Tell abort_session() { return close(Lifecycle::kAborted); }
// Events as an import or a hand edit of a view brings them, by nobody's command.
Tell raw(const std::function<EventData(Story&)>& data) {
  return [=](Story& s) {
    s.add({
        {data(s), {}}
    });
  };
}
Tell undo_last() {
  return [](Story& s) {
    size_t first = s.events.size();
    while (s.events[first - 1].header.part > 0) --first;
    const auto drafts = s.would_undo(first, s.events.size());
    REQUIRE(drafts.ok());
    s.add(*drafts);
  };
}
Tell name(const std::string& step, const std::string& title) {
  return [=](Story& s) { s.then(NameStep{s.id(step), title}); };
}
Tell claim(const std::string& step, Duration ttl = hours(1)) {
  return [=](Story& s) { s.then(ClaimStep{s.id(step), ttl}); };
}
Tell revisit(const std::string& step) {
  return [=](Story& s) { s.then(RevisitStep{s.id(step), Impact::kMinor, "again", {}, {}}); };
}
EventData agent_event(const std::string& id, AgentVerb verb) {
  AgentChanged e;
  e.agent = AgentId(id);
  e.verb = verb;
  if (verb == AgentVerb::kFail) e.error = AgentError();
  return e;
}
Tell agent(const std::string& id, AgentVerb verb) {
  return fact(get<AgentChanged>(agent_event(id, verb)));
}
Tell attribute(const std::string& value) {
  AttributeSet e;
  e.owner = AttributeOwner::kStep;
  e.step = StepId{1};
  e.key = "score";
  e.value = Value(value);
  return fact(e);
}
Tell goal(const std::string& text) {
  IdentityChanged e;
  e.goal = text;
  return fact(e);
}
Tell device(const std::string& text) {
  IdentityChanged e;
  e.device = text;
  return fact(e);
}
Tell artifact(const std::string& content) {
  ArtifactAdded e;
  e.path = "notes.md";
  e.content = sha256(content);
  return fact(e);
}
Seq last_of(const Story& s, int kind) {
  for (auto at = s.events.rbegin(); at != s.events.rend(); ++at) {
    if (kind_of(at->data) == kind) return at->header.seq;
  }
  return {};
}
Tell answer(const std::string& text) {
  return [=](Story& s) { fact(QuestionAnswered{last_of(s, QuestionAsked::kind), text})(s); };
}
Tell settle_claim(ClaimStatus status) {
  return [=](Story& s) {
    ClaimChanged e;
    e.claim = last_of(s, ClaimMade::kind);
    e.status = status;
    e.reason = "seen";
    fact(e)(s);
  };
}
Tell note(const std::string& text) {
  return [=](Story& s) { s.note(text); };
}
Tell redact(uint32_t target) {
  return [=](Story& s) { s.then(RedactEvent{Seq{target}, sha256("x"), ""}); };
}
Tell hand(const std::string& device) {
  return [=](Story& s) {
    s.then(HandOff{
        {device, "key of " + device, "", "laptop"}
    });
  };
}
bool is_desk(const Handoff& handoff) { return handoff.signing_key == "key of desk"; }
Tell gated(const std::string& step) {
  return raw([=](Story& s) {
    Step record = s.step(step);
    Gate gate;
    GateField field;
    field.name = "tests";
    gate.required.push_back(field);
    record.gate = gate;
    return StepRestored{record.id, record};
  });
}
Tell restored_step(const std::string& text) {
  return raw([=](Story& s) {
    Step record = s.step("B");
    record.description = text;
    return StepRestored{record.id, record};
  });
}
Tell restored_agent(const std::string& text) {
  return raw([=](Story& s) {
    Agent record = s.session.agents.items.front();
    record.summary = text;
    return AgentRestored{record.id, record};
  });
}
Tell restored_overview(const std::string& text) {
  return raw([=](Story& s) {
    OverviewRestored e;
    e.identity = s.session.identity;
    e.identity->mode = text;
    return e;
  });
}
Tell restored_fact(const std::string& text) {
  return raw([=](Story& s) {
    Note record = s.session.notes.items.front();
    record.text = text;
    FactRestored e;
    e.fact = record.origin.id;
    e.note = record;
    return e;
  });
}

Evidence measurement() {
  Evidence evidence;
  evidence.measurement.emplace();
  evidence.measurement->command = {"make"};
  return evidence;
}
Tell measured(const std::string& step) {
  return [=](Story& s) { s.done(step, measurement()); };
}
Tell rechecked(const std::string& step) {
  return
      [=](Story& s) { s.then(RecheckStep{s.id(step), s.step(step).attempt_count, measurement()}); };
}

RecordFact::Fact fact_of(int kind) {
  switch (kind) {
    case DecisionMade::kind: {
      DecisionMade e;
      e.choice = "Go";
      return e;
    }
    case QuestionAsked::kind: {
      QuestionAsked e;
      e.text = "Why?";
      return e;
    }
    case ApproachFailed::kind: {
      ApproachFailed e;
      e.what = "a patch";
      return e;
    }
    case NoteAdded::kind:
      return NoteAdded{{}, "seen", ""};
    case FileChanged::kind: {
      FileChanged e;
      e.path = "a.cc";
      return e;
    }
    case CommandRan::kind: {
      CommandRan e;
      e.command = "make";
      return e;
    }
    case ErrorRecorded::kind: {
      ErrorRecorded e;
      e.text = "no room";
      return e;
    }
    case ClaimMade::kind: {
      ClaimMade e;
      e.text = "it holds";
      e.status = ClaimStatus::kDeferred;
      return e;
    }
    case CheckpointMade::kind: {
      CheckpointMade e;
      e.label = "half";
      return e;
    }
    case ContextReported::kind: {
      ContextReported e;
      e.tokens = 100;
      return e;
    }
    default:
      return InstructionGiven{"faster"};
  }
}

struct Row {
  int kind;
  MergeOutcome outcome;
  Tell begin;
  Tell there;
  Tell here;
};

constexpr MergeOutcome kAppended = MergeOutcome::kAppended;
constexpr MergeOutcome kAbsorbed = MergeOutcome::kAbsorbed;
constexpr MergeOutcome kConflict = MergeOutcome::kConflict;

std::vector<Row> rows() {
  const Tell asked = fact(fact_of(QuestionAsked::kind));
  const Tell claimed = fact(fact_of(ClaimMade::kind));
  const Tell paused = [](Story& s) { s.then(PauseSession{"lunch", ""}); };
  const Tell resumed = [](Story& s) { s.then(ResumeSession{}); };
  const Tell archived = [](Story& s) { s.then(ArchiveSession{true}); };
  const Tell settled = [](Story& s) {
    OverviewRestored e;
    e.structure = Structure();
    s.add({
        {e, {}}
    });
  };
  const Tell all_done = both(done("A"), both(done("B"), done("C")));
  const Tell released = [](Story& s) { s.then(ReleaseStep{s.id("A"), std::nullopt}); };
  const Tell clock = raw([](Story&) { return ClockCorrected{kMonday}; });
  std::vector<Row> out = {
      {SessionStarted::kind, kConflict, nothing, note("x"),
       raw([](Story&) { return SessionStarted(); })},
      {SessionForked::kind, kConflict, nothing, note("x"),
       raw([](Story&) { return SessionForked(); })},
      {ArtifactArchived::kind, kConflict, nothing, note("x"),
       raw([](Story&) { return ArtifactArchived{"a", "b"}; })},
      {StepAdded::kind, kAppended, nothing, add("D"), add("E")},
      {StepAdded::kind, kAbsorbed, nothing, add("D | key d"), add("D | key d")},
      {StepAdded::kind, kConflict, nothing, add("D | key d"), add("E | key d")},
      {StepStarted::kind, kAppended, change("A", StepVerb::kPutBack), note("x"), start("A")},
      {StepStarted::kind, kAbsorbed, change("A", StepVerb::kPutBack), start("A"), start("A")},
      {StepStarted::kind, kConflict, change("A", StepVerb::kPutBack), change("A", StepVerb::kSkip),
       start("A")},
      {StepCompleted::kind, kAppended, nothing, note("x"), done("A")},
      {StepCompleted::kind, kAbsorbed, nothing, done("A"), done("A")},
      {StepCompleted::kind, kConflict, nothing, change("A", StepVerb::kBlock), done("A")},
      {AttemptFailed::kind, kAppended, gated("A"), note("x"), done("A")},
      {AttemptFailed::kind, kConflict, gated("A"), change("A", StepVerb::kSkip), done("A")},
      {StepStatusChanged::kind, kAppended, nothing, note("x"), change("A", StepVerb::kBlock)},
      {StepStatusChanged::kind, kAbsorbed, nothing, change("A", StepVerb::kBlock),
       change("A", StepVerb::kBlock)},
      {StepStatusChanged::kind, kConflict, nothing, done("A"), change("A", StepVerb::kBlock)},
      {SessionPaused::kind, kAppended, nothing, note("x"), paused},
      {SessionPaused::kind, kAbsorbed, nothing, paused, paused},
      {SessionPaused::kind, kConflict, nothing, abort_session(), paused},
      {SessionResumed::kind, kAppended, paused, note("x"), resumed},
      {SessionResumed::kind, kAbsorbed, paused, resumed, resumed},
      {SessionResumed::kind, kConflict, paused, abort_session(), resumed},
      {SessionEnded::kind, kAppended, nothing, archived, abort_session()},
      {SessionEnded::kind, kAbsorbed, nothing, abort_session(), abort_session()},
      {SessionEnded::kind, kConflict, nothing, note("x"), abort_session()},
      {SessionReopened::kind, kAppended, all_done, archived, revisit("B")},
      {SessionReopened::kind, kConflict, all_done,
       raw([](Story& s) { return StepRestored{s.id("B"), std::nullopt}; }), revisit("B")},
      {SessionArchived::kind, kAppended, nothing, note("x"), archived},
      {SessionArchived::kind, kAbsorbed, nothing, archived, archived},
      {QuestionAnswered::kind, kAppended, asked, note("x"), answer("so")},
      {QuestionAnswered::kind, kAbsorbed, asked, answer("so"), answer("so")},
      {QuestionAnswered::kind, kConflict, asked, answer("so"), answer("not so")},
      {ClaimChanged::kind, kAppended, claimed, note("x"), settle_claim(ClaimStatus::kResolved)},
      {ClaimChanged::kind, kAbsorbed, claimed, settle_claim(ClaimStatus::kResolved),
       settle_claim(ClaimStatus::kResolved)},
      {ClaimChanged::kind, kConflict, claimed, settle_claim(ClaimStatus::kResolved),
       settle_claim(ClaimStatus::kVerified)},
      {AgentChanged::kind, kAppended, nothing, agent("arch", AgentVerb::kStart),
       agent("arch", AgentVerb::kStart)},
      {AgentChanged::kind, kAbsorbed, agent("arch", AgentVerb::kStart),
       agent("arch", AgentVerb::kDone), agent("arch", AgentVerb::kDone)},
      {AgentChanged::kind, kConflict, agent("arch", AgentVerb::kStart),
       agent("arch", AgentVerb::kDone), agent("arch", AgentVerb::kFail)},
      {AttributeSet::kind, kAppended, nothing, note("x"), attribute("1")},
      {AttributeSet::kind, kAbsorbed, nothing, attribute("1"), attribute("1")},
      {AttributeSet::kind, kConflict, nothing, attribute("1"), attribute("2")},
      {IdentityChanged::kind, kAppended, nothing, note("x"), goal("farther")},
      {IdentityChanged::kind, kAbsorbed, nothing, goal("farther"), goal("farther")},
      {IdentityChanged::kind, kAbsorbed, nothing, device("sofa"), device("desk")},
      {IdentityChanged::kind, kConflict, nothing, goal("farther"), goal("nearer")},
      {ArtifactAdded::kind, kAppended, artifact("1"), artifact("2"), artifact("3")},
      {ArtifactAdded::kind, kAbsorbed, nothing, artifact("1"), artifact("1")},
      {ArtifactAdded::kind, kConflict, nothing, abort_session(), artifact("1")},
      {StepRevisited::kind, kAppended, done("A"), note("x"), revisit("A")},
      {StepRevisited::kind, kConflict, done("A"), abort_session(), revisit("A")},
      {EvidenceRechecked::kind, kAppended, measured("A"), note("x"), rechecked("A")},
      {EvidenceRechecked::kind, kConflict, measured("A"), revisit("A"), rechecked("A")},
      {LeaseTaken::kind, kAppended, change("A", StepVerb::kPutBack), note("x"), claim("A")},
      {LeaseTaken::kind, kAbsorbed, change("A", StepVerb::kPutBack), claim("A"), claim("A")},
      {LeaseReleased::kind, kAppended,
       [](Story& s) {
         s.as("ana").change("A", StepVerb::kPutBack).then(ClaimStep{s.id("A"), hours(1)});
       }, note("x"), released},
      {LeaseReleased::kind, kAbsorbed,
       [](Story& s) {
         s.as("ana").change("A", StepVerb::kPutBack).then(ClaimStep{s.id("A"), hours(1)});
       }, [](Story& s) { s.as("ana").then(ReleaseStep{s.id("A"), std::nullopt}); }, released},
      {NextActionSet::kind, kAppended, nothing, note("x"), fact(NextActionSet{"go"})},
      {NextActionSet::kind, kAbsorbed, nothing, fact(NextActionSet{"go"}),
       fact(NextActionSet{"go"})},
      {NextActionSet::kind, kConflict, nothing, fact(NextActionSet{"go"}),
       fact(NextActionSet{"stay"})},
      {StructureSettled::kind, kAppended, settled, note("x"), fact(StructureSettled{5, ""})},
      {StructureSettled::kind, kAbsorbed, settled, fact(StructureSettled{5, ""}),
       fact(StructureSettled{5, ""})},
      {StructureSettled::kind, kConflict, settled, fact(StructureSettled{5, ""}),
       fact(StructureSettled{6, ""})},
      {ClockCorrected::kind, kAppended, nothing, note("x"), clock},
      {ClockCorrected::kind, kConflict, nothing, abort_session(), clock},
      {EventRedacted::kind, kAppended, nothing, abort_session(), redact(2)},
      {EventRedacted::kind, kAbsorbed, nothing, redact(2), redact(2)},
      {CommandUndone::kind, kAppended, nothing, add("D"), both(add("E"), undo_last())},
      {CommandUndone::kind, kAbsorbed, nothing, goal("farther"), both(goal("nearer"), undo_last())},
      {CommandUndone::kind, kConflict, add("D"),
       [](Story& s) { s.done("A").then(NameStep{s.id("D"), "D!"}); }, undo_last()},
      {StepRestored::kind, kAppended, nothing, name("A", "A!"), name("B", "B!")},
      {StepRestored::kind, kAbsorbed, nothing, name("B", "B!"), name("B", "B!")},
      {StepRestored::kind, kConflict, nothing, name("B", "B?"), name("B", "B!")},
      {StepRestored::kind, kAppended, nothing, name("B", "B!"), restored_step("words")},
      {StepRestored::kind, kConflict, nothing, restored_step("more"), restored_step("words")},
      {AgentRestored::kind, kAppended, agent("arch", AgentVerb::kStart), note("x"),
       restored_agent("so")},
      {AgentRestored::kind, kAbsorbed, agent("arch", AgentVerb::kStart), restored_agent("so"),
       restored_agent("so")},
      {AgentRestored::kind, kConflict, agent("arch", AgentVerb::kStart), restored_agent("so"),
       restored_agent("not so")},
      {OverviewRestored::kind, kAppended, nothing, goal("farther"), restored_overview("calm")},
      {OverviewRestored::kind, kAbsorbed, nothing, restored_overview("calm"),
       restored_overview("calm")},
      {OverviewRestored::kind, kConflict, nothing, restored_overview("wild"),
       restored_overview("calm")},
      {FactRestored::kind, kAppended, note("first"), note("x"), restored_fact("second")},
      {FactRestored::kind, kAbsorbed, note("first"), restored_fact("second"),
       restored_fact("second")},
      {FactRestored::kind, kConflict, note("first"), restored_fact("third"),
       restored_fact("second")},
      {TailMoved::kind, kAppended, nothing, note("x"), raw([](Story&) { return TailMoved(); })},
      {SessionHandedOff::kind, kAppended, nothing, note("x"), hand("sofa")},
      {SessionHandedOff::kind, kAbsorbed, nothing, hand("sofa"), hand("sofa")},
      {SessionHandedOff::kind, kConflict, nothing, hand("train"), hand("sofa")},
  };
  for (const int kind :
       {DecisionMade::kind, QuestionAsked::kind, ApproachFailed::kind, NoteAdded::kind,
        FileChanged::kind, CommandRan::kind, ErrorRecorded::kind, ClaimMade::kind,
        CheckpointMade::kind, ContextReported::kind, InstructionGiven::kind}) {
    out.push_back({kind, kAppended, nothing, done("A"), fact(fact_of(kind))});
    out.push_back({kind, kConflict, nothing, abort_session(), fact(fact_of(kind))});
  }
  return out;
}

TEST_CASE("every cell of the merge table comes about") {
  for (const Row& row : rows()) {
    CAPTURE(event_name(row.kind));
    CAPTURE(name_of(row.outcome));
    const Told told(row.begin, row.there, row.here);
    const auto& tail = told.ours.events;
    REQUIRE(told.last().last == tail.back().header.seq);
    const Event& lead = tail[told.last().first.number - 1];
    CHECK(lead.header.part == 0);
    bool has_kind = false;
    for (size_t i = told.last().first.number - 1; i < told.last().last.number; ++i) {
      has_kind = has_kind || kind_of(tail[i].data) == row.kind;
    }
    CHECK(has_kind);
    CAPTURE(told.last().why);
    CHECK(told.last().outcome == row.outcome);
    CHECK((told.last().outcome == kConflict) != told.last().why.empty());
    CHECK(told.folded() == told.merged.after);
  }
}

TEST_CASE("there is a story for every cell, and none for an empty one") {
  std::set<std::pair<int, MergeOutcome>> told;
  for (const Row& row : rows()) told.emplace(row.kind, row.outcome);
  for (const MergeRow& row : merge_table()) {
    CAPTURE(event_name(row.kind));
    CHECK(told.count({row.kind, kAppended}) == (*row.appended == '\0' ? 0 : 1));
    CHECK(told.count({row.kind, kAbsorbed}) == (*row.absorbed == '\0' ? 0 : 1));
    CHECK(told.count({row.kind, kConflict}) == (*row.conflict == '\0' ? 0 : 1));
  }
}

TEST_CASE("both machines made step 4: the later one gets the next number, with all that names it") {
  const Told told(nothing, add("Theirs"), [](Story& s) {
    s.add_steps("Ours");
    s.add_steps("After | needs Ours");
    RecordFact noted;
    noted.fact = NoteAdded{{}, "about ours", ""};
    noted.step = s.id("Ours");
    s.then(noted);
  });
  CHECK_FALSE(told.merged.has_conflict());
  const Session& now = told.merged.after;
  REQUIRE(now.steps.size() == 7);
  CHECK(now.steps[4].title == "Theirs");
  CHECK(now.steps[5].title == "Ours");
  CHECK(now.steps[6].needs == std::vector<StepId>{StepId{5}});
  CHECK(now.notes.items.back().origin.step == StepId{5});
  CHECK(*now.structure.total == 6);
  REQUIRE(told.merged.steps.size() == 2);
  CHECK(told.merged.steps[0] == MovedStep{StepId{4}, StepId{5}});
}

TEST_CASE("who, how and when stay as they were") {
  const Told told(nothing, note("there"), note("here"));
  const Event& again = told.merged.events.back().event;
  const Event& was = told.ours.events.back();
  CHECK(again.header.actor == was.header.actor);
  CHECK(again.header.at == was.header.at);
  CHECK(again.header.via == was.header.via);
  CHECK(again.header.seq.number == told.theirs.session.head.number + 2);
  CHECK(told.merged.events.back().was == was.header.seq);
}

TEST_CASE("what followed from a command is decided again, not copied") {
  // There, A was done and B began; here, A was skipped later and B began as well.
  const Told told(nothing, add("D"), done("A"));
  REQUIRE(told.merged.commands.size() == 1);
  CHECK(told.last().outcome == kAppended);
  CHECK(told.merged.after.find(StepId{2})->status == StepStatus::kActive);
  CHECK(told.merged.after.find(StepId{2})->attempt_count == 1);
}

TEST_CASE("the last step's completion ends the session only when nothing was added") {
  const Tell almost = both(done("A"), done("B"));
  const Told alone(almost, note("x"), done("C"));
  CHECK(alone.merged.after.lifecycle.status == Lifecycle::kCompleted);
  const Told added(almost, add("D"), done("C"));
  CHECK(added.last().outcome == kAppended);
  CHECK(added.merged.after.lifecycle.status == Lifecycle::kActive);
  CHECK(added.merged.after.find(StepId{4})->status == StepStatus::kActive);
}

TEST_CASE("what builds on a conflict is one, and the rest is appended") {
  const Told told(nothing, add("D | key d"), [](Story& s) {
    s.add_steps("E | key d");
    RecordFact noted;
    noted.fact = NoteAdded{{}, "about E", ""};
    noted.step = s.id("E");
    s.then(noted);
    s.then(RecordFact{
        NoteAdded{{}, "about A", ""},
        s.id("A")
    });
  });
  REQUIRE(told.merged.commands.size() == 3);
  CHECK(told.merged.commands[0].outcome == kConflict);
  CHECK(told.merged.commands[1].outcome == kConflict);
  CHECK(told.merged.commands[2].outcome == kAppended);
  CHECK(told.merged.events.size() == 1);
}

TEST_CASE("what was recorded while another device had the session is left out, whole") {
  const Told told(hand("sofa"), note("there"), both(note("late"), done("A")), is_desk);
  CHECK(told.merged.is_all_left());
  CHECK(told.merged.has_conflict());
  CHECK(told.merged.events.empty());
  CHECK(told.last().why == "it was handed to sofa before");
  CHECK(told.merged.after.find(StepId{1})->status == StepStatus::kActive);
}

TEST_CASE("the device that has the session merges as ever") {
  const Told told(hand("desk"), note("there"), note("here"), is_desk);
  CHECK_FALSE(told.merged.has_conflict());
  CHECK(told.merged.left == 0);
}

TEST_CASE("what came before a handoff is appended, what came after it is left out") {
  const Told told(nothing, note("there"), both(note("early"), both(hand("sofa"), note("late"))),
                  is_desk);
  REQUIRE(told.merged.commands.size() == 3);
  CHECK(told.merged.commands[0].outcome == kAppended);
  CHECK(told.merged.commands[1].outcome == kAppended);
  CHECK(told.merged.commands[2].outcome == kConflict);
  CHECK_FALSE(told.merged.is_all_left());
  CHECK(told.merged.after.handoff->device == "sofa");
}

TEST_CASE("who had it is told, also when another device was handed the session first") {
  const Told told(nothing, hand("train"), both(hand("sofa"), note("late")), is_desk);
  REQUIRE(told.merged.commands.size() == 2);
  CHECK(told.merged.commands[0].outcome == kConflict);
  CHECK(told.merged.left == 1);
  CHECK(told.merged.left_to == "sofa");
}

TEST_CASE("a device takes the session back, and goes on with it") {
  const Told told(hand("sofa"), note("there"), both(hand("desk"), note("here")), is_desk);
  CHECK_FALSE(told.merged.has_conflict());
  CHECK(told.merged.after.handoff->device == "desk");
  CHECK(told.merged.after.notes.items.back().text == "here");
}

TEST_CASE("a redaction is never left out") {
  const Told told(both(note("secret"), hand("sofa")), note("there"), redact(4), is_desk);
  CHECK(told.last().outcome == kAppended);
  CHECK(told.merged.left == 0);
}

TEST_CASE("both handed it off: the one that was first stands, and the other knows") {
  const Told told(nothing, hand("train"), both(hand("sofa"), note("late")), is_desk);
  REQUIRE(told.merged.commands.size() == 2);
  CHECK(told.merged.commands[0].why == "it was handed to train there");
  CHECK(told.merged.commands[1].outcome == kConflict);
  CHECK(told.merged.after.handoff->device == "train");
}

TEST_CASE("an attribute of an attempt follows the attempt to its new number") {
  const Told told(
      change("A", StepVerb::kPutBack),
      [](Story& s) {
        s.then(StartStep{s.id("A")}).change("A", StepVerb::kPutBack).then(StartStep{s.id("A")});
        s.change("A", StepVerb::kPutBack);
      },
      [](Story& s) {
        s.then(StartStep{s.id("A")});
        AttributeSet e;
        e.owner = AttributeOwner::kAttempt;
        e.step = s.id("A");
        e.attempt = s.step("A").attempt_count;
        e.key = "score";
        e.value = Value("9");
        fact(e)(s);
      });
  CHECK_FALSE(told.merged.has_conflict());
  const Attempt& attempt = told.merged.after.find(StepId{1})->attempts.back();
  CHECK(attempt.number == told.theirs.step("A").attempt_count + 1);
  REQUIRE(attempt.attributes.size() == 1);
}

TEST_CASE("merged once more, because another machine was first again, nothing is lost") {
  const Told first(nothing, add("D"), add("E"));
  Story second = first.theirs;
  second.note("and another");
  // What was appended in the first round is the tail of the second.
  Session theirs = second.session;
  EventHeader header;
  header.seq = Seq{first.theirs.session.head.number + 1};
  TailMoved moved;
  moved.commands = first.merged.commands;
  moved.steps = first.merged.steps;
  std::vector<Event> tail{
      Event{header, moved}
  };
  for (const auto& each : first.merged.events) tail.push_back(each.event);
  const std::vector<Event> others{second.events.back()};
  const MergedTail again =
      merge_tail({first.theirs.session, theirs, tail, others, "desk", second.now,
                  [](Seq) -> Result<Session> { return Session(); }});
  CHECK_FALSE(again.has_conflict());
  CHECK(again.after.steps.size() == 6);
  const auto* told = get_if<TailMoved>(&again.events.back().event.data);
  REQUIRE(told != nullptr);
  CHECK(told->commands[0].now_first == again.events.front().event.header.seq);
}

Result<Drafts> ours_of(const Told& told) {
  TailMoved moved;
  moved.device = "desk";
  moved.commands = told.merged.commands;
  moved.steps = told.merged.steps;
  const Seq first = told.last().first;
  const Session before = told.ours.reported(first.number - 1);
  const auto command = std::span(told.ours.events).subspan(first.number - 1);
  return decide_moved({told.base.session, before, command, moved, told.ours.now},
                      told.merged.after);
}

TEST_CASE(
    "a conflict is decided again in place of what the other side did, where that is allowed") {
  const Told value(nothing, goal("farther"), goal("nearer"));
  REQUIRE(value.last().outcome == kConflict);
  const auto drafts = ours_of(value);
  REQUIRE(drafts.ok());
  REQUIRE(drafts->size() == 1);
  CHECK(get<IdentityChanged>(drafts->front().data).goal == "nearer");
  const Told renamed(nothing, name("B", "B?"), name("B", "B!"));
  REQUIRE(ours_of(renamed).ok());
  const Told closed(nothing, abort_session(), note("late"));
  CHECK(code_of(ours_of(closed)) == ErrorCode::kInvalid);
}

}  // namespace
}  // namespace clew
