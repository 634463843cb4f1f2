// Which command `clew undo` takes back, and in which session when none is open.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("undo right after the end of a session takes that end back") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one");
  w.must("close", "aborted", true);
  w.pass(minutes(1));
  CHECK(w.must("undo").data.find("session")->as_string() == "one");
  CHECK(w.session().lifecycle.status == Lifecycle::kActive);
  SUBCASE("and with a key once") {
    w.must("close");
    w.check_key("undo");
    CHECK(w.session().lifecycle.status == Lifecycle::kActive);
  }
}

TEST_CASE("undo takes back the last step together with the end that it brought") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "step", words("Only"));
  w.must("done");
  REQUIRE(w.session().lifecycle.status == Lifecycle::kCompleted);
  w.must("undo");
  CHECK(w.session().lifecycle.status == Lifecycle::kActive);
  CHECK(w.session().steps[1].status == StepStatus::kActive);
}

TEST_CASE("undo means the session that one ended last here oneself") {
  WorkspaceFixture w;
  for (const char* id : {"one", "two"}) {
    w.must("start", "goal", "Work", "id", id);
    w.must("close");
    w.pass(minutes(1));
  }
  SUBCASE("the latest of several") {
    CHECK(w.must("undo").data.find("session")->as_string() == "two");
  }
  SUBCASE("not one that others ended") {
    w.caller.actor = ActorId("bob@desk");
    const Error error = w.run("undo").error();
    CHECK(error.code == ErrorCode::kNotFound);
    CHECK(error.message == "there is no open session here");
    CHECK(error.next == "clew start \"…\"   or  clew status two");
  }
  SUBCASE("not after something else was recorded in it") {
    w.caller.session = "two";
    w.must("archive");
    w.must("unarchive");
    w.caller.session.clear();
    const Error error = w.run("undo").error();
    CHECK(error.code == ErrorCode::kNotFound);
    CHECK(error.next == "clew log two      and then  clew undo -s two");
  }
  SUBCASE("never one that is not the named one") {
    w.caller.session = "three";
    CHECK(w.run("undo").error().code == ErrorCode::kNotFound);
    CHECK(w.run("undo").error().subject == "three");
  }
}

TEST_CASE("undo takes back one's own last command, whatever others recorded since") {
  WorkspaceFixture w;
  w.must("start", "goal", "One");
  w.must("note", "text", "earlier");
  w.must("note", "text", "mine");
  const ActorId me = w.caller.actor;
  SUBCASE("an agent by its hooks") {
    w.caller.actor = ActorId("claude-code:s1");
    w.caller.via = Via::kHook;
  }
  SUBCASE("hooks in one's own name") { w.caller.via = Via::kHook; }
  SUBCASE("somebody else") { w.caller.actor = ActorId("bob@desk"); }
  w.must("note", "text", "theirs");
  w.caller.actor = me;
  w.caller.via = Via::kCli;
  CHECK(w.must("undo").text == "undid: noted: mine");
  CHECK(w.must("undo").text == "undid: noted: earlier");
  REQUIRE(w.session().notes.items.size() == 1);
  CHECK(w.session().notes.items[0].text == "theirs");
}

TEST_CASE("what others recorded is not taken back unless they are named") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one");
  const ActorId me = w.caller.actor;
  w.caller.actor = ActorId("claude-code:s1");
  w.must("note", "text", "kept");
  w.must("note", "text", "theirs");
  w.caller.actor = me;
  const Error error = w.error("undo");
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.message ==
        "you have no command to undo; the last was recorded by claude-code:s1, as event 3: noted: "
        "theirs");
  CHECK(error.next == "clew undo -s one --actor claude-code:s1 --since 3");
  w.must("undo", "actor", "claude-code:s1", "since", 3);
  REQUIRE(w.session().notes.items.size() == 1);
  CHECK(w.session().notes.items[0].text == "kept");
}

TEST_CASE("undo takes back the end of a session also when an agent said goodbye after it") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one");
  w.must("close");
  const ActorId me = w.caller.actor;
  w.caller.session = "one";
  w.caller.actor = ActorId("claude-code:s1");
  w.must("archive");
  w.must("unarchive");
  w.caller.actor = me;
  w.caller.session.clear();
  CHECK(w.must("undo").data.find("session")->as_string() == "one");
  CHECK(w.session().lifecycle.status == Lifecycle::kActive);
}

TEST_CASE("what cannot be taken back is named, and how to take back what was before it") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one");
  w.must("note", "text", "a slip");
  w.must("note", "text", "secret");
  w.must("redact", "events", words("3"));
  const Error error = w.error("undo");
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.subject == "one");
  CHECK(error.message.starts_with("event 4 cannot be undone: "));
  CHECK(error.next == "clew undo -s one --actor ana@laptop --since 3");
  w.must("undo", "actor", "ana@laptop", "since", 2);
  CHECK(w.session().notes.items.empty());
}

}  // namespace
}  // namespace clew
