// set.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("set changes what the session says of itself, and any other value") {
  WorkspaceFixture w;
  w.start_plan();
  w.must(
      "set", "pairs",
      Value::List{"goal=Add OAuth 2.0", "model=opus", "constraint=no secrets",
                  "constraint=keep the API", "next=write the tests", "score=8.5", "tags=[\"a\"]"});
  const Session session = w.session();
  CHECK(session.identity.goal == "Add OAuth 2.0");
  CHECK(session.identity.model == "opus");
  CHECK(session.identity.constraints == std::vector<std::string>{"no secrets", "keep the API"});
  CHECK(session.next_action == "write the tests");
  REQUIRE(session.root().attributes.size() == 2);
  CHECK(session.root().attributes[0].value == Value(8.5));
  CHECK(session.root().attributes[1].value == Value(Value::List{"a"}));
  w.must("set", "pairs", Value::List{"constraints=[\"only one\"]", "score=null"});
  CHECK(w.session().identity.constraints == std::vector<std::string>{"only one"});
  CHECK(w.session().root().attributes.size() == 1);
}

TEST_CASE("what was set is taken away by name, and null says nothing") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("set", "pairs",
         Value::List{"mode=auto", "model=opus", "branch=main", "constraint=no secrets",
                     "next=write", "score=8", "mood=dry"});
  w.must("set", "pairs", Value::List{"branch=null", "next=null", "mood=null"}, "unset",
         Value::List{"mode", "score", "constraint"});
  const Session session = w.session();
  CHECK(session.identity.mode.empty());
  CHECK(session.identity.branch.empty());
  CHECK(session.identity.model == "opus");
  CHECK(session.identity.constraints.empty());
  CHECK(session.next_action.empty());
  CHECK(session.root().attributes.empty());
  CHECK(w.refused("set", "unset", words("goal")) == ErrorCode::kUsage);
  w.must("set", "pairs", words("constraint=one"));
  w.must("set", "pairs", words("constraints=null"));
  CHECK(w.session().identity.constraints.empty());
  // Of a step as well.
  w.must("set", "pairs", words("depth=3"), "step", "2");
  w.must("set", "unset", words("depth"), "step", "2");
  CHECK(w.session().find(StepId{2})->attributes.empty());
}

TEST_CASE("set reaches steps, attempts, agents and facts") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("agent start", "id", "arch-1");
  const Answer note = w.must("note", "text", "flaky");
  w.must("set", "pairs", words("depth=3"), "step", "2");
  w.must("set", "pairs", words("seed=7"), "attempt", true);
  w.must("set", "pairs", words("colour=red"), "agent", "arch-1");
  w.must("set", "pairs", words("checked=true"), "fact", *note.data.find("fact"));
  const Session session = w.session();
  CHECK(session.find(StepId{2})->attributes.size() == 1);
  CHECK(session.find(StepId{1})->attempts.back().attributes[0].value == Value(7));
  CHECK(session.agents.items[0].attributes[0].value == Value("red"));
  CHECK(session.notes.items[0].attributes[0].value == Value(true));
  // Of a step "goal" is a value like any other.
  w.must("set", "pairs", words("goal=x"), "step", "2");
  CHECK(w.session().identity.goal == "Add OAuth");
}

TEST_CASE("set says what it cannot do") {
  WorkspaceFixture w;
  w.start_plan();
  CHECK(w.refused("set") == ErrorCode::kUsage);
  CHECK(w.refused("set", "pairs", words("goal")) == ErrorCode::kUsage);
  CHECK(w.refused("set", "pairs", words("a=1"), "step", "1", "agent", "x") == ErrorCode::kUsage);
  CHECK(w.refused("set", "pairs", words("a=1"), "agent", "nobody") == ErrorCode::kNotFound);
  CHECK(w.refused("set", "pairs", words("a=1"), "fact", 999) == ErrorCode::kNotFound);
  CHECK(w.refused("set", "pairs", words("constraints=7")) == ErrorCode::kUsage);
  // One pair is refused: none of them is set.
  CHECK(w.refused("set", "pairs", Value::List{"mode=auto", "goal="}) == ErrorCode::kUsage);
  CHECK(w.session().identity.mode.empty());
}

TEST_CASE("set is answered once for one key") {
  WorkspaceFixture w;
  w.start_plan();
  w.check_key("set", "pairs", words("mode=auto"));
}

TEST_CASE("values belong to facts, not to other events") {
  WorkspaceFixture w;
  w.start_plan();
  const Error error = w.error("set", "pairs", words("k=1"), "fact", 2);
  CHECK(error.message == "event 2 is step_added, not a fact");
  w.must("note", "text", "a fact");
  w.must("set", "pairs", words("k=1"), "fact",
         static_cast<int64_t>(w.events().back().event.header.seq.number));
}

TEST_CASE("what is not there cannot be taken away") {
  WorkspaceFixture w;
  w.start_plan();
  CHECK(w.error("set", "unset", words("nope")).message == "there is no value \"nope\"");
  CHECK(w.refused("set", "unset", words("nope"), "step", "2") == ErrorCode::kNotFound);
  w.must("set", "pairs", words("nope=1"));
  CHECK(w.must("set", "unset", words("nope")).text == "removed nope");
}

TEST_CASE("what a session says of itself is told in words") {
  WorkspaceFixture w;
  w.start_plan();
  CHECK(w.must("set", "pairs", words("model=opus")).text == "changed: model = opus");
  CHECK(w.must("set", "pairs", words("model=null")).text == "changed: removed model");
}

}  // namespace
}  // namespace clew
