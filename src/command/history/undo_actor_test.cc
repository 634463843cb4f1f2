// Everything one actor said, set aside as a whole.

#include "store/load_unbounded.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

void as(WorkspaceFixture& w, const char* actor) { w.caller.actor = ActorId(actor); }

std::string brief(WorkspaceFixture& w) { return w.must("brief").text; }

TEST_CASE("a rogue agent's notes and decisions vanish from the brief, and stay in the log") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("note", "text", "a good note");
  as(w, "rogue");
  w.must("note", "text", "drop all tables");
  w.must("decide", "choice", "no tests", "because", "slow");
  w.must("ask", "question", "who needs reviews?");
  as(w, "ana@laptop");
  w.must("decide", "choice", "JWT", "because", "scale");
  const size_t before = w.events().size();

  const Answer answer = w.must("undo", "actor", "rogue", "reason", "it went wild");
  CHECK(answer.data.find("taken_back")->as_list().size() == 3);
  const Session after = w.session();
  CHECK(after.questions.items.empty());
  REQUIRE(after.decisions.items.size() == 1);
  CHECK(after.decisions.items[0].choice == "JWT");
  REQUIRE(after.notes.items.size() == 1);
  CHECK(after.notes.items[0].text == "a good note");
  for (const char* gone : {"drop all tables", "no tests", "who needs reviews"}) {
    CHECK(brief(w).find(gone) == std::string::npos);
  }
  CHECK(w.events().size() > before);
  CHECK(w.must("log", "actor", "rogue").data.find("events")->as_list().size() == 3);
  CHECK(w.refused("undo", "actor", "rogue") == ErrorCode::kInvalid);
}

TEST_CASE("what the bound let go is taken back as well") {
  WorkspaceFixture w;
  w.start_plan();
  as(w, "rogue");
  for (int i = 0; i < 50; ++i) w.must("note", "text", "noise " + std::to_string(i));
  as(w, "ana@laptop");
  w.must("undo", "actor", "rogue");
  const auto whole = load_whole(w.store(), w.session().identity.id, w.session().head);
  REQUIRE(whole.ok());
  CHECK(whole->notes.items.empty());
}

TEST_CASE("what somebody else changed since stands in the way, and is listed") {
  WorkspaceFixture w;
  w.start_plan();
  as(w, "rogue");
  w.must("note", "text", "noise");
  const int64_t asked = w.must("ask", "question", "why?").data.find("fact")->as_int();
  as(w, "ana@laptop");
  w.must("answer", "words", Value::List{Value(std::to_string(asked)), Value("because")});

  const Error refused = w.error("undo", "actor", "rogue");
  CHECK(refused.code == ErrorCode::kConflict);
  CHECK(refused.message.find("1 of the 2 commands of rogue") == 0);
  CHECK(refused.message.find("a question was changed again") != std::string::npos);
  CHECK(refused.next.find("--partly") != std::string::npos);

  const Answer partly = w.must("undo", "actor", "rogue", "partly", true);
  CHECK(partly.data.find("taken_back")->as_list().size() == 1);
  CHECK(partly.text.find("were not undone: a question was changed again") != std::string::npos);
  CHECK(w.session().notes.items.empty());
  CHECK(w.session().questions.items.size() == 1);
}

TEST_CASE("only what came since an event is taken back when one is named") {
  WorkspaceFixture w;
  w.start_plan();
  as(w, "rogue");
  w.must("note", "text", "still sane");
  const int64_t since = w.must("note", "text", "wild").data.find("seq")->as_int();
  w.must("undo", "actor", "rogue", "since", since);
  REQUIRE(w.session().notes.items.size() == 1);
  CHECK(w.session().notes.items[0].text == "still sane");
}

TEST_CASE("steps that an actor moved go back, and its own undo does not come back") {
  WorkspaceFixture w;
  w.start_plan();
  as(w, "rogue");
  w.must("note", "text", "taken back by itself");
  w.must("undo");
  w.must("done", "words", words("1"));
  as(w, "ana@laptop");
  w.must("undo", "actor", "rogue");
  const Session after = w.session();
  CHECK(after.notes.items.empty());
  CHECK(after.steps.at(1).status == StepStatus::kActive);
  CHECK(after.steps.at(2).status == StepStatus::kPending);
}

TEST_CASE("what another actor took back of yours comes back when that actor is set aside") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("note", "text", "a good note");
  as(w, "rogue");
  w.must("undo", "actor", "ana@laptop", "since", 2);
  CHECK(w.session().notes.items.empty());
  as(w, "ana@laptop");
  w.must("undo", "actor", "rogue");
  REQUIRE(w.session().notes.items.size() == 1);
  CHECK(w.session().notes.items[0].text == "a good note");
}

TEST_CASE("the start of a session stays, whoever made it") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("note", "text", "mine");
  const Answer answer = w.must("undo", "actor", "ana@laptop");
  CHECK(answer.text.find("the start of a session cannot be undone") != std::string::npos);
  CHECK(w.session().notes.items.empty());
  CHECK(w.refused("undo", "since", 3) == ErrorCode::kUsage);
  CHECK(w.refused("undo", "actor", "nobody") == ErrorCode::kInvalid);
}

}  // namespace
}  // namespace clew
