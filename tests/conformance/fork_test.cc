#include "conformance/store_fixture.h"
#include "session/apply.h"

namespace clew {
namespace {

STORE_TEST("a fork has its parent's past and a future of its own") {
  stores.start("parent", "goal");
  stores.notes("parent", 4);
  stores.fork("child", "parent", 3);
  stores.record("child", {note("only in the child")});
  stores.record("parent", {note("only in the parent")});

  const Session child = stores.load("child");
  CHECK(child.identity.id.text == "child");
  CHECK(child.identity.parent.text == "parent");
  CHECK(child.identity.goal == "goal");
  CHECK(child.notes.total == 3);
  CHECK(child.notes.items.back().text == "only in the child");
  CHECK(stores.load("parent").notes.items.back().text == "only in the parent");

  const auto events = stores.read("child");
  REQUIRE(events.size() == 5);
  CHECK(events[2].session.text == "parent");
  CHECK(events[3].session.text == "child");
  CHECK(events[2].hash == stores.read("parent")[2].hash);
}

STORE_TEST("a fork's chain goes on from its parent's event") {
  stores.start("parent", "goal");
  const Head before = stores.record("parent", {note("x")});
  const Head after = stores.fork("child", "parent", 2);
  CHECK(after.seq == Seq{before.seq.number + 1});
  CHECK(must(stores.store().verify(session_id("child"))).intact_to == after.seq);
}

STORE_TEST("forks of forks load at every seq as their line folds") {
  stores.start("a", "goal");
  stores.notes("a", 70);
  stores.fork("b", "a", 66);
  stores.notes("b", 70);
  stores.fork("c", "b", 100);
  stores.notes("c", 70);
  stores.fork("d", "c", 66);  // before c, and before b: a's event
  stores.notes("d", 3);
  for (const char* id : {"b", "c", "d"}) {
    Session folded;
    for (const StoredEvent& event : stores.read(id)) {
      folded = apply(std::move(folded), event.event);
      folded.identity.id = session_id(id);
      const auto loaded = must(stores.store().load(session_id(id), event.event.header.seq));
      REQUIRE(loaded.session == folded);
      REQUIRE(loaded.head.hash == event.hash);
    }
    CHECK(stores.load(id) == folded);
  }
  CHECK(must(stores.store().summary(session_id("c"))).parent.text == "b");
}

STORE_TEST("a fork needs a parent that got that far, and an id of its own") {
  stores.start("parent", "goal");
  stores.start("taken", "goal");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  Append append;
  append.session = session_id("child");
  append.expected = Seq{9};
  append.events = {
      {{Seq{10}, stores.now(), ActorId("ana"), Via::kCli, 0, {}},
       SessionForked{session_id("parent"), Seq{9}, ""}}
  };
  CHECK(refusal(transaction->append_fork({session_id("parent"), Seq{9}}, append)) ==
        ErrorCode::kNotFound);
  CHECK(refusal(transaction->append_fork({session_id("nobody"), Seq{9}}, append)) ==
        ErrorCode::kNotFound);
  append.session = session_id("taken");
  append.expected = Seq{1};
  append.events[0].header.seq = Seq{2};
  CHECK(refusal(transaction->append_fork({session_id("parent"), Seq{1}}, append)) ==
        ErrorCode::kConflict);
}

STORE_TEST("verify names the sessions of a fork's line, each once") {
  stores.start("a", "goal");
  stores.notes("a", 5);
  stores.fork("b", "a", 4);
  const auto report = must(stores.store().verify(session_id("b")));
  CHECK(report.sessions == 2);
  CHECK(report.intact_to == Seq{5});
  CHECK(must(stores.store().verify(std::nullopt)).events == 7);
}

}  // namespace
}  // namespace clew
