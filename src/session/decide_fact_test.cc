#include <doctest/doctest.h>

#include <algorithm>

#include <algorithm>
#include <cmath>

#include "session/story_test.h"

namespace clew {
namespace {

template <class T>
RecordFact recorded(T data) {
  return RecordFact{std::move(data), std::nullopt};
}

AgentChanged agent(const std::string& id, AgentVerb verb) {
  AgentChanged change;
  change.agent = AgentId(id);
  change.verb = verb;
  if (verb == AgentVerb::kFail) change.error = AgentError{ErrorCategory::kLogical, "oops", 0, {}};
  return change;
}

ClaimMade claim(ClaimStatus status) {
  return ClaimMade{
      {}, "PKCE is required", status, "", "", status == ClaimStatus::kOverridden ? "known" : ""};
}

TEST_CASE("every fact is kept with who, when and where") {
  Story story("a\nb");
  story.as("bob").wait(minutes(3));
  story.then(recorded(DecisionMade{
      {},
      "tokens", {"jwt", "cookie"},
      "jwt", "scale"
  }));
  story.then(recorded(QuestionAsked{{}, "rotate?"}));
  story.then(recorded(ApproachFailed{{}, "implicit flow", "deprecated", {"src/a.ts"}}));
  story.then(recorded(NoteAdded{{}, "half way", "voice-check"}));
  story.then(recorded(CommandRan{
      {}, "make", "check", "m", AgentId("x"), RunOutcome::kFailure, 2, seconds(4), "no"}));
  story.then(recorded(ErrorRecorded{{}, "disk full", ErrorCategory::kResource}));
  story.then(recorded(claim(ClaimStatus::kDeferred)));
  story.then(recorded(CheckpointMade{{}, "before lunch", "all green"}));
  const Session& s = story.session;
  CHECK(s.decisions.items[0].choice == "jwt");
  CHECK(s.decisions.items[0].options == std::vector<std::string>{"jwt", "cookie"});
  CHECK(s.questions.items[0].open());
  CHECK(s.failed_approaches.items[0].paths == std::vector<std::string>{"src/a.ts"});
  CHECK(s.notes.items[0].log == "voice-check");
  CHECK(s.runs.items[0].exit_code == 2);
  CHECK(s.runs.items[0].duration == seconds(4));
  CHECK(s.errors.items[0].category == ErrorCategory::kResource);
  CHECK(s.lifecycle.last_error == "disk full");
  CHECK(s.claims.items[0].open());
  CHECK(s.checkpoints.items[0].name == "before lunch");
  const Origin& origin = s.notes.items[0].origin;
  const auto note = std::find_if(story.events.begin(), story.events.end(),
                                 [](const Event& e) { return holds<NoteAdded>(e.data); });
  REQUIRE(note != story.events.end());
  CHECK(origin == Origin{note->header.seq, note->header.at, ActorId("bob"), story.id("a")});
}

TEST_CASE("a fact belongs to the step it names, else the one asked for, else the current one") {
  Story story("a\nb");
  story.then(RecordFact{
      NoteAdded{story.id("b"), "n", ""},
      {}
  });
  story.then(RecordFact{
      NoteAdded{{}, "n", ""},
      story.id("b")
  });
  story.then(RecordFact{
      NoteAdded{{}, "n", ""},
      {}
  });
  CHECK(story.session.notes.items[0].origin.step == story.id("b"));
  CHECK(story.session.notes.items[1].origin.step == story.id("b"));
  CHECK(story.session.notes.items[2].origin.step == story.id("a"));
}

TEST_CASE("a fact that says nothing, too much or nonsense is refused") {
  Story story("a");
  const std::string huge(64 * 1024 + 1, 'x');
  FileChanged negative;
  negative.path = "a";
  negative.lines_added = -1;
  FileChanged nul;
  nul.path = std::string("a\0b", 3);
  FileChanged long_path;
  long_path.path = std::string(1025, 'p');
  ArtifactAdded no_size;
  no_size.path = "a";
  no_size.size = -1;
  AgentChanged odd = agent("x", AgentVerb::kStart);
  odd.progress = std::nan("");
  AgentChanged silent = agent("x", AgentVerb::kStart);
  AgentChanged lost = agent("x", AgentVerb::kStart);
  lost.step = StepId{99};
  struct Row {
    const char* claim;
    RecordFact intent;
    ErrorCode code;
  };
  const Row kRows[] = {
      {"no choice", recorded(DecisionMade{}), ErrorCode::kUsage},
      {"no question", recorded(QuestionAsked{}), ErrorCode::kUsage},
      {"no answer", recorded(QuestionAnswered{Seq{1}, ""}), ErrorCode::kUsage},
      {"no such question", recorded(QuestionAnswered{Seq{1}, "yes"}), ErrorCode::kNotFound},
      {"nothing tried", recorded(ApproachFailed{}), ErrorCode::kUsage},
      {"tried on no file", recorded(ApproachFailed{{}, "x", "", {""}}), ErrorCode::kUsage},
      {"no note", recorded(NoteAdded{}), ErrorCode::kUsage},
      {"too long a note", recorded(NoteAdded{{}, huge, ""}), ErrorCode::kInvalid},
      {"no path", recorded(FileChanged{}), ErrorCode::kUsage},
      {"too long a path", recorded(long_path), ErrorCode::kInvalid},
      {"a NUL in a path", recorded(nul), ErrorCode::kInvalid},
      {"negative lines", recorded(negative), ErrorCode::kInvalid},
      {"no command", recorded(CommandRan{}), ErrorCode::kUsage},
      {"no error", recorded(ErrorRecorded{}), ErrorCode::kUsage},
      {"no claim", recorded(ClaimMade{}), ErrorCode::kUsage},
      {"a resolved beginning", recorded(claim(ClaimStatus::kResolved)), ErrorCode::kInvalid},
      {"overridden without why", recorded(ClaimMade{{}, "c", ClaimStatus::kOverridden, "", "", ""}),
       ErrorCode::kUsage},
      {"no such claim", recorded(ClaimChanged{Seq{1}, {}, ""}), ErrorCode::kNotFound},
      {"no agent", recorded(AgentChanged{}), ErrorCode::kUsage},
      {"an unknown agent", recorded(agent("x", AgentVerb::kDone)), ErrorCode::kNotFound},
      {"progress that is none", recorded(odd), ErrorCode::kInvalid},
      {"an agent at no step", recorded(lost), ErrorCode::kNotFound},
      {"no attribute", recorded(AttributeSet{}), ErrorCode::kUsage},
      {"no change", recorded(IdentityChanged{}), ErrorCode::kUsage},
      {"no artifact", recorded(ArtifactAdded{}), ErrorCode::kUsage},
      {"a negative size", recorded(no_size), ErrorCode::kInvalid},
      {"negative tokens", recorded(ContextReported{{}, -1, false}), ErrorCode::kInvalid},
      {"no context", recorded(ContextReported{}), ErrorCode::kUsage},
      {"no instruction", recorded(InstructionGiven{}), ErrorCode::kUsage},
      {"a step nobody added", recorded(NoteAdded{StepId{99}, "n", ""}), ErrorCode::kNotFound},
      {"at a step nobody added", RecordFact{NoteAdded{{}, "n", ""}, StepId{99}},
       ErrorCode::kNotFound},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    CHECK(code_of(story.would(row.intent)) == row.code);
  }
  story.then(recorded(silent));
  AgentChanged failed = agent("x", AgentVerb::kFail);
  failed.error.reset();
  CHECK(code_of(story.would(recorded(failed))) == ErrorCode::kUsage);
}

TEST_CASE("a question is open until it is answered, and answered once") {
  Story story("a");
  story.then(recorded(QuestionAsked{{}, "rotate?"}));
  const Seq id = story.session.head;
  story.as("bob").wait(minutes(1)).then(recorded(QuestionAnswered{id, "yes"}));
  const Question& question = story.session.questions.items[0];
  CHECK_FALSE(question.open());
  CHECK(question.answer == "yes");
  CHECK(question.answered_by == ActorId("bob"));
  CHECK(question.answered_at == story.now);
  CHECK(code_of(story.would(recorded(QuestionAnswered{id, "no"}))) == ErrorCode::kInvalid);
}

TEST_CASE("the life of a claim, cell by cell") {
  using C = ClaimStatus;
  constexpr std::pair<C, C> kAllowed[] = {
      {C::kDeferred,   C::kVerified   },
      {C::kDeferred,   C::kResolved   },
      {C::kDeferred,   C::kOverridden },
      {C::kVerified,   C::kOverridden },
      {C::kOverridden, C::kReconfirmed},
  };
  for (const C from : {C::kVerified, C::kDeferred, C::kOverridden}) {
    for (size_t t = 0; t < std::size(EnumNames<C>::names); ++t) {
      const C to = static_cast<C>(t);
      CAPTURE(name_of(from));
      CAPTURE(name_of(to));
      Story story("a");
      story.then(recorded(claim(from)));
      const RecordFact intent = recorded(ClaimChanged{story.session.head, to, "the docs"});
      const bool allowed = std::find(std::begin(kAllowed), std::end(kAllowed),
                                     std::pair(from, to)) != std::end(kAllowed);
      if (!allowed) {
        CHECK(code_of(story.would(intent)) == ErrorCode::kInvalid);
        continue;
      }
      story.wait(minutes(1)).then(intent);
      const Claim& changed = story.session.claims.items[0];
      CHECK(changed.status == to);
      CHECK(changed.changed_at == story.now);
      const bool about_override = to == C::kOverridden || to == C::kReconfirmed;
      CHECK((about_override ? changed.rationale : changed.reason) == "the docs");
      CHECK(changed.open() == (to == C::kOverridden));
    }
  }
  Story story("a");
  story.then(recorded(claim(C::kVerified)));
  CHECK(code_of(story.would(recorded(ClaimChanged{story.session.head, C::kOverridden, ""}))) ==
        ErrorCode::kUsage);
}

TEST_CASE("an agent's life is recorded verb by verb") {
  Story story("a\nb");
  AgentChanged begin = agent("arch-1", AgentVerb::kStart);
  begin.type = "architect";
  story.then(recorded(begin));
  const auto the_agent = [&]() -> const Agent& { return story.session.agents.items.at(0); };
  CHECK(the_agent().status == AgentStatus::kRunning);
  CHECK(the_agent().type == "architect");
  CHECK(the_agent().step == story.id("a"));
  CHECK(the_agent().started_at == story.now);
  AgentChanged going = agent("arch-1", AgentVerb::kProgress);
  going.progress = 0.5;
  going.blocking_on = AgentId("db-1");
  going.files.created = {"a.md", "a.md"};
  story.then(recorded(going));
  CHECK(the_agent().progress == 0.5);
  CHECK(the_agent().blocking_on == AgentId("db-1"));
  CHECK(the_agent().files.created == std::vector<std::string>{"a.md"});
  story.then(recorded(agent("arch-1", AgentVerb::kProgress)));
  CHECK(the_agent().blocking_on.empty());
  story.wait(minutes(2)).then(recorded(agent("arch-1", AgentVerb::kFail)));
  CHECK(the_agent().status == AgentStatus::kError);
  CHECK(the_agent().result == AgentResult::kFailure);
  CHECK(the_agent().error->category == ErrorCategory::kLogical);
  CHECK(the_agent().ended_at == story.now);
  story.wait(minutes(1)).then(recorded(agent("arch-1", AgentVerb::kRetry)));
  CHECK(the_agent().status == AgentStatus::kRunning);
  CHECK(the_agent().error->retry_count == 1);
  CHECK(the_agent().error->last_retry_at == story.now);
  CHECK_FALSE(the_agent().ended_at.has_value());
  story.then(recorded(agent("arch-1", AgentVerb::kTimeout)));
  CHECK(the_agent().status == AgentStatus::kTimeout);
  CHECK(the_agent().result == AgentResult::kTimeout);
  story.then(recorded(agent("arch-1", AgentVerb::kRetry)))
      .then(recorded(agent("arch-1", AgentVerb::kFail)));
  CHECK(the_agent().error->retry_count == 2);
  CHECK(the_agent().error->message == "oops");
  story.then(recorded(agent("arch-1", AgentVerb::kRetry)));
  AgentChanged end = agent("arch-1", AgentVerb::kDone);
  end.summary = "drawn";
  story.then(recorded(end));
  CHECK(the_agent().status == AgentStatus::kCompleted);
  CHECK(the_agent().result == AgentResult::kSuccess);
  CHECK(the_agent().progress == 1.0);
  CHECK(the_agent().summary == "drawn");
  CHECK_FALSE(the_agent().error.has_value());
  CHECK(code_of(story.would(recorded(agent("arch-1", AgentVerb::kFail)))) == ErrorCode::kInvalid);
  CHECK(story.session.agents.total == 1);
}

TEST_CASE("context usage is the sum of its agents', unless somebody says the whole") {
  Story story("a");
  story.then(recorded(ContextReported{AgentId("x"), 1000, false}));
  story.then(recorded(ContextReported{AgentId("y"), 500, false}));
  story.then(recorded(ContextReported{AgentId("x"), 700, true}));
  CHECK(story.session.context.estimated_tokens == 1200);
  CHECK(story.session.context.compressions == 1);
  CHECK(story.session.context.last_compression == story.now);
  CHECK(story.session.context.by_agent.size() == 2);
  story.then(recorded(ContextReported{{}, 9000, false}));
  CHECK(story.session.context.estimated_tokens == 9000);
  story.then(recorded(ContextReported{{}, std::nullopt, true}));
  CHECK(story.session.context.compressions == 2);
  const int64_t most = std::numeric_limits<int64_t>::max();
  story.then(recorded(ContextReported{AgentId("x"), most, false}))
      .then(recorded(ContextReported{AgentId("y"), most, false}));
  CHECK(story.session.context.estimated_tokens == most);
}

TEST_CASE("an attribute is set, changed and taken away on each of its five owners") {
  Story story("a\nb");
  story.then(recorded(agent("x", AgentVerb::kStart))).note("n");
  const Seq note = story.session.head;
  const auto set = [&](AttributeOwner owner, Value value) {
    AttributeSet intent;
    intent.owner = owner;
    intent.step =
        owner == AttributeOwner::kStep || owner == AttributeOwner::kAttempt ? story.id("a") : kRoot;
    intent.agent = AgentId("x");
    intent.fact = note;
    intent.key = "score";
    intent.value = std::move(value);
    story.then(recorded(intent));
  };
  const auto on = [&](AttributeOwner owner) -> const std::vector<Attribute>& {
    switch (owner) {
      case AttributeOwner::kSession:
        return story.session.root().attributes;
      case AttributeOwner::kStep:
        return story.step("a").attributes;
      case AttributeOwner::kAttempt:
        return story.step("a").attempts[0].attributes;
      case AttributeOwner::kAgent:
        return story.session.agents.items[0].attributes;
      case AttributeOwner::kFact:
        break;
    }
    return story.session.notes.items[0].attributes;
  };
  for (size_t o = 0; o < std::size(EnumNames<AttributeOwner>::names); ++o) {
    const auto owner = static_cast<AttributeOwner>(o);
    CAPTURE(name_of(owner));
    CHECK(on(owner).empty());
    set(owner, 5);
    set(owner, 7);
    CHECK(on(owner) == std::vector<Attribute>{
                           {"score", 7}
    });
    set(owner, Value());
    CHECK(on(owner).empty());
  }
}

TEST_CASE("a null that is the value itself stays, until it is taken away") {
  Story story("a");
  const auto set = [&](Value value, bool keeps_null) {
    AttributeSet intent;
    intent.key = "notes";
    intent.value = std::move(value);
    intent.keeps_null = keeps_null;
    story.then(recorded(intent));
  };
  const auto attributes = [&] { return story.session.root().attributes; };
  const std::vector<Attribute> null{
      {"notes", Value()}
  };
  set(Value(), true);
  CHECK(attributes() == null);
  set("dry", true);
  CHECK(attributes()[0].value == Value("dry"));
  set(Value(), true);
  CHECK(attributes() == null);
  set(Value(), false);
  CHECK(attributes().empty());
}

TEST_CASE("an attribute of a step is set on the current one unless it is named") {
  Story story("a\nb");
  AttributeSet intent;
  intent.owner = AttributeOwner::kStep;
  intent.key = "k";
  intent.value = 1;
  story.then(recorded(intent)).then(RecordFact{intent, story.id("b")});
  CHECK(story.step("a").attributes.size() == 1);
  CHECK(story.step("b").attributes.size() == 1);
  CHECK(story.session.root().attributes.empty());
}

TEST_CASE("an attribute of nothing is refused") {
  Story story("a\nb");
  const auto setting = [&](AttributeOwner owner, StepId step, uint32_t attempt, Seq of) {
    AttributeSet intent{owner, step, attempt, AgentId("nobody"), of, "k", 1};
    return code_of(story.would(recorded(intent)));
  };
  CHECK(setting(AttributeOwner::kStep, StepId{99}, 0, {}) == ErrorCode::kNotFound);
  CHECK(setting(AttributeOwner::kAttempt, story.id("b"), 0, {}) == ErrorCode::kNotFound);
  CHECK(setting(AttributeOwner::kAttempt, story.id("a"), 2, {}) == ErrorCode::kNotFound);
  CHECK(setting(AttributeOwner::kAgent, {}, 0, {}) == ErrorCode::kNotFound);
  CHECK(setting(AttributeOwner::kFact, {}, 0, Seq{0}) == ErrorCode::kNotFound);
  CHECK(setting(AttributeOwner::kFact, {}, 0, Seq{99}) == ErrorCode::kNotFound);
}

TEST_CASE("what a session says of itself changes field by field") {
  Story story("a");
  IdentityChanged change;
  change.goal = "another exit";
  change.constraints = std::vector<std::string>{"no noise"};
  story.then(recorded(change));
  CHECK(story.session.identity.goal == "another exit");
  CHECK(story.session.root().title == "another exit");
  CHECK(story.session.identity.constraints == std::vector<std::string>{"no noise"});
  CHECK(story.session.identity.id == SessionId("s-1"));
  change = {};
  change.goal = "";
  CHECK(code_of(story.would(recorded(change))) == ErrorCode::kUsage);
  story.then(recorded(InstructionGiven{"keep going"}));
  CHECK(story.session.instruction->text == "keep going");
}

TEST_CASE("the next action is somebody's until a step is done") {
  Story story("a\nb");
  story.then(recorded(NextActionSet{"call bob"}));
  CHECK(story.session.next_action == "call bob");
  CHECK(story.session.next_action_by == ActorId("ana"));
  story.done("a");
  CHECK(story.session.next_action.empty());
  CHECK(story.session.next_action_by.empty());
}

}  // namespace
}  // namespace clew
