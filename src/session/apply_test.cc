#include "session/apply.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "session/random_event_test.h"
#include "session/story_test.h"

namespace clew {
namespace {

template <class T>
RecordFact said(T data) {
  return RecordFact{std::move(data), std::nullopt};
}

FileChanged file(const std::string& path, FileAction action, int64_t added) {
  FileChanged change;
  change.path = path;
  change.action = action;
  change.lines_added = added;
  change.hash_before = sha256("before " + std::to_string(added));
  change.hash_after = sha256("after " + std::to_string(added));
  return change;
}

TEST_CASE("of closed facts the latest 32 are kept and all are counted") {
  Story story("a");
  for (int i = 1; i <= 33; ++i) {
    story.note(std::to_string(i));
    story.then(said(DecisionMade{{}, "", {}, std::to_string(i), ""}));
    story.then(said(ClaimMade{{}, std::to_string(i), ClaimStatus::kVerified, "", "", ""}));
  }
  const Session& s = story.session;
  CHECK(s.notes.total == 33);
  CHECK(s.notes.items.size() == kKeptFacts);
  CHECK(s.notes.items.front().text == "2");
  CHECK(s.notes.items.back().text == "33");
  CHECK(s.decisions.total == 33);
  CHECK(s.decisions.items.size() == kKeptFacts);
  CHECK(s.claims.total == 33);
  CHECK(s.claims.items.size() == kKeptFacts);
}

TEST_CASE("what is open is never dropped") {
  Story story("a");
  for (int i = 0; i < 50; ++i) {
    story.then(said(QuestionAsked{{}, std::to_string(i)}));
    story.then(said(ClaimMade{{}, std::to_string(i), ClaimStatus::kDeferred, "", "", ""}));
  }
  CHECK(story.session.questions.items.size() == 50);
  CHECK(story.session.claims.items.size() == 50);
  for (int i = 0; i < 40; ++i) {
    const Seq id =
        std::find_if(story.session.questions.items.begin(), story.session.questions.items.end(),
                     [](const Question& q) { return q.open(); })
            ->origin.id;
    story.then(said(QuestionAnswered{id, "so"}));
  }
  const auto& questions = story.session.questions;
  CHECK(questions.total == 50);
  CHECK(questions.items.size() == kKeptFacts + 10);
  CHECK(std::count_if(questions.items.begin(), questions.items.end(),
                      [](const Question& q) { return q.open(); }) == 10);
  CHECK(questions.items.front().text == "8");
}

TEST_CASE("a path has one record: what it was before the session and what it is now") {
  Story story("a");
  story.then(said(file("x.cc", FileAction::kCreated, 10)))
      .then(said(file("y.cc", FileAction::kModified, 1)));
  const Seq first = story.session.files.items[0].origin.id;
  story.then(RecordFact{
      AttributeSet{AttributeOwner::kFact, {}, 0, {}, first, "k", 1},
      {}
  });
  story.wait(minutes(1)).then(said(file("x.cc", FileAction::kModified, 5)));
  const auto& files = story.session.files;
  CHECK(files.total == 2);
  REQUIRE(files.items.size() == 2);
  const FileChange& x = files.items[1];
  CHECK(x.path == "x.cc");
  CHECK(x.action == FileAction::kCreated);
  CHECK(x.lines_added == 15);
  CHECK(x.hash_before == sha256("before 10"));
  CHECK(x.hash_after == sha256("after 5"));
  CHECK(x.origin.at == story.now);
  CHECK(x.attributes.size() == 1);
  story.then(said(file("x.cc", FileAction::kDeleted, 0)));
  CHECK(story.session.files.items[1].action == FileAction::kDeleted);
  story.then(said(file("x.cc", FileAction::kModified, std::numeric_limits<int64_t>::max())));
  CHECK(story.session.files.items[1].lines_added == std::numeric_limits<int64_t>::max());
}

TEST_CASE("of touched paths the latest 2,000 are kept") {
  Story story("a");
  for (int i = 0; i < 2001; ++i) {
    story.then(said(file(std::to_string(i), FileAction::kModified, 1)));
  }
  CHECK(story.session.files.total == 2001);
  CHECK(story.session.files.items.size() == kKeptPaths);
  CHECK(story.session.files.items.front().path == "1");
}

TEST_CASE("agents at work stay, of those that ended the latest 256") {
  Story story("a");
  const auto agent = [&](int i, AgentVerb verb) {
    AgentChanged change;
    change.agent = AgentId(std::to_string(i));
    change.verb = verb;
    story.then(said(change));
  };
  for (int i = 0; i < 300; ++i) agent(i, AgentVerb::kStart);
  CHECK(story.session.agents.items.size() == 300);
  for (int i = 0; i < 290; ++i) agent(i, AgentVerb::kDone);
  CHECK(story.session.agents.items.size() == kKeptAgents + 10);
  CHECK(story.session.agents.total == 300);
}

TEST_CASE("of actors' places the latest 64 are kept") {
  Story story("a");
  for (int i = 0; i < 70; ++i) story.as("actor-" + std::to_string(i)).change("a", StepVerb::kRetry);
  CHECK(story.session.locations.size() == kKeptLocations);
  CHECK(story.session.locations.back().actor == ActorId("actor-69"));
}

TEST_CASE("the head and the last activity follow the events; a pause is no activity") {
  Story story("a");
  const Time then = story.now;
  story.wait(minutes(5)).then(PauseSession{"", ""});
  CHECK(story.session.last_activity == then);
  CHECK(story.session.head.number == story.events.size());
  story.wait(minutes(5)).then(ResumeSession{});
  CHECK(story.session.last_activity == story.now);
}

// Tells a raw event, whatever deciding would say.
void tell(Session& session, EventData data, Time at = kMonday) {
  EventHeader header;
  header.seq = Seq{session.head.number + 1};
  header.at = at;
  header.actor = ActorId("ana");
  session = apply(std::move(session), Event{header, std::move(data)});
}

TEST_CASE("an event about something that is not there changes nothing but the head") {
  const Story story("a\nb");
  const StepId nobody{77};
  const std::vector<EventData> kEvents = {
      StepStarted{nobody, 1},
      StepCompleted{nobody, 1, {}, "", {}, {}},
      AttemptFailed{nobody, 1, {}, {}, ""},
      StepStatusChanged{nobody, StepStatus::kDone, ""},
      StepAdded{nobody, kRoot, {}, "", "t", "", {}, {}, "", "", {}, {}, {}},
      StepAdded{StepId{1}, kRoot, {}, "", "t", "", {}, {}, "", "", {}, {}, {}},
      StepAdded{StepId{3}, nobody, {}, "", "t", "", {}, {}, "", "", {}, {}, {}},
      StepAdded{kRoot, kRoot, {}, "", "t", "", {}, {}, "", "", {}, {}, {}},
      QuestionAnswered{Seq{99}, "so"},
      ClaimChanged{Seq{99}, {}, ""},
      ArtifactArchived{"nothing", "x"},
      LeaseReleased{StepId{1}, 9},
      StepRestored{nobody, Step()},
      StepRestored{kRoot, std::nullopt},
      AgentRestored{AgentId("x"), std::nullopt},
      FactRestored{},
      SessionEnded{Lifecycle::kActive, ""},
      CommandUndone{},
      ClockCorrected{},
      EventRedacted{}
  };
  for (const auto& data : kEvents) {
    CAPTURE(name_of(data));
    Session after = story.session;
    tell(after, data);
    after.head = story.session.head;
    CHECK(after == story.session);
  }
}

TEST_CASE("a closed session is neither paused nor resumed") {
  Story story("a");
  story.then(CloseSession{Lifecycle::kAborted, "enough"});
  tell(story.session, SessionPaused{"", ""});
  CHECK(story.session.lifecycle.status == Lifecycle::kAborted);
  tell(story.session, SessionResumed{});
  CHECK(story.session.lifecycle.status == Lifecycle::kAborted);
}

TEST_CASE("restoring a step never bends the plan") {
  Story story("a\n  a1\nb");
  Step bent = story.step("a1");
  bent.parent = story.id("a1");
  bent.children = {story.id("a1"), kRoot, story.id("b"), StepId{99}};
  bent.id = StepId{0};
  bent.title = "bent";
  tell(story.session, StepRestored{story.id("a1"), bent});
  CHECK(story.step("bent").parent == story.id("a"));
  CHECK(story.step("bent").children.empty());
  CHECK(story.step("bent").id == StepId{2});
  Step root = story.session.root();
  root.removed = true;
  root.children = {story.id("a"), story.id("a"), story.id("b")};
  tell(story.session, StepRestored{kRoot, root});
  CHECK(story.session.find(kRoot) != nullptr);
  CHECK(story.session.root().children == std::vector<StepId>{story.id("a"), story.id("b")});
}

TEST_CASE("a restored step can have only a part of its own as current") {
  Story story("a\nb");
  Step circular = *story.session.find(story.id("a"));
  circular.current_child = story.id("a");
  tell(story.session, StepRestored{story.id("a"), circular});
  CHECK_FALSE(story.session.find(story.id("a"))->current_child);
  CHECK(story.session.find(current_step(story.session, ActorId("ana"))) != nullptr);
}

TEST_CASE("a number that was taken back is not used again") {
  Story story("a");
  tell(story.session, StepAdded{StepId{2}, kRoot, {}, "", "x", "", {}, {}, "", "", {}, {}, {}});
  tell(story.session, StepRestored{StepId{2}, std::nullopt});
  tell(story.session, StepAdded{StepId{2}, kRoot, {}, "", "y", "", {}, {}, "", "", {}, {}, {}});
  CHECK(story.session.find(StepId{2}) == nullptr);
  CHECK(story.session.root().children.size() == 1);
}

// What must hold of any session, however it came about.
void check_sound(const Session& session) {
  for (const char* name : {"ana", "bob", ""}) {
    RC_ASSERT(session.find(current_step(session, ActorId(name))) != nullptr);
    const Progress progress = clew::progress(session, ActorId(name), kMonday);
    RC_ASSERT(progress.percent >= 0 && progress.percent <= 100);
    RC_ASSERT(progress.complete <= progress.total);
    next_action(session, ActorId(name), kMonday);
    ready_steps(session, ActorId(name), kMonday);
  }
  RC_ASSERT(session.steps.size() <= kMaxSteps);
  for (const auto& step : session.steps) {
    RC_ASSERT(step.attempts.size() <= kKeptAttempts);
    RC_ASSERT(step.id == kRoot || step.parent < step.id);
    RC_ASSERT(!number_of(session, step.id).empty());
    for (const StepId child : step.children)
      RC_ASSERT(session.steps[child.number].parent == step.id);
  }
  RC_ASSERT(session.notes.items.size() <= kKeptFacts);
  RC_ASSERT(session.decisions.items.size() <= kKeptFacts);
  RC_ASSERT(session.runs.items.size() <= kKeptRuns);
  RC_ASSERT(session.instructions.items.size() <= kKeptInstructions);
  RC_ASSERT(session.revisions.items.size() <= kKeptFacts);
  RC_ASSERT(session.files.items.size() <= kKeptPaths);
  RC_ASSERT(session.locations.size() <= kKeptLocations);
  const auto back = from_value<Session>(to_value(session));
  RC_ASSERT(back.ok());
  const Session copy = session;
  RC_ASSERT(copy == session);
}

TEST_CASE("no order of events crashes apply") {
  CHECK(rc::check([](uint64_t seed) {
    RandomEvents random(seed);
    Session session;
    const size_t count = random.below(120);
    for (size_t i = 0; i < count; ++i) {
      Event event = random.event();
      // Half of the steps get the number that fits, so that a plan grows.
      if (auto* added = get_if<StepAdded>(&event.data); added != nullptr && random.below(2) == 0) {
        added->step.number = static_cast<uint32_t>(std::max<size_t>(session.steps.size(), 1));
        added->parent.number = static_cast<uint32_t>(random.below(session.steps.size()));
      }
      session = apply(std::move(session), event);
    }
    if (session.steps.empty()) return;
    check_sound(session);
  }));
}

TEST_CASE("the events of a real session are sound in any order") {
  Story story("a | gate ok\n  a1\n  a2\nb | any\n  b1 | needs b2\n  b2\n  b3\nc");
  story.done("a1").note("n").done("a2").done("a", shown("ok", false)).done("a", shown("ok", true));
  story.as("bob").then(ClaimStep{}).wait(days(2)).note("back").as("ana");
  const size_t first = story.events.size() + 1;
  story.add_steps("x\n  x1");
  story.add(*story.would_undo(first, story.events.size()));
  story.then(RevisitStep{story.id("a"), Impact::kMajor, "", {}}).then(PauseSession{"", ""});
  story.then(CloseSession{Lifecycle::kAborted, ""});
  CHECK(rc::check([&](uint64_t seed) {
    std::vector<Event> events = story.events;
    std::shuffle(events.begin(), events.end(), std::mt19937_64(seed));
    Session session;
    for (const auto& event : events) session = apply(std::move(session), event);
    check_sound(session);
  }));
}

}  // namespace
}  // namespace clew
