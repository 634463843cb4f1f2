// Sessions that stand here under another id than the one in their hashed headers.

#include "conformance/store_fixture.h"

namespace clew {
namespace {

void move(StoreFixture& stores, const std::string& session, uint32_t keep,
          const std::string& side) {
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->move_tail(session_id(session), Seq{keep}, session_id(side)));
  must(transaction->commit());
}

STORE_TEST("a tail moves to a session of its own, with its hashes, its forks and its keys") {
  stores.start("s", "goal");
  stores.notes("s", 40);
  must(stores.try_record(stores.store(), "s", {note("with a zebra")},
                         Idempotency{"k", sha256("request")}));
  stores.fork("f", "s", 20);
  stores.fork("early", "s", 5);
  const auto before = raw(stores.store(), "s");
  const Session then = stores.load("s");
  move(stores, "s", 10, "side");

  const auto side = raw(stores.store(), "side");
  REQUIRE(side.size() == before.size());
  for (size_t i = 0; i < side.size(); ++i) {
    CHECK(side[i].hash == before[i].hash);
    CHECK(side[i].hashed_id == session_id("s"));
    CHECK(side[i].session.text == (i < 10 ? "s" : "side"));
  }
  CHECK(raw(stores.store(), "s").size() == 10);
  Session moved = stores.load("side");
  moved.identity.id = then.identity.id;
  CHECK(moved == then);
  CHECK(must(stores.store().summary(session_id("f"))).parent == session_id("side"));
  CHECK(must(stores.store().summary(session_id("early"))).parent == session_id("s"));
  CHECK(must(stores.store().summary(session_id("side"))).parent_seq == Seq{10});
  const auto hits = must(stores.store().search({"zebra", {}, {}, 5}));
  REQUIRE(hits.size() == 1);
  CHECK(hits.front().session == session_id("side"));
  const auto seen = must(stores.store().find_key({"k", sha256("request")}));
  REQUIRE(seen.has_value());
  CHECK(seen->session == session_id("side"));
  for (const char* session : {"s", "side", "f", "early"}) stores.notes(session, 40);
}

STORE_TEST("a tail begins with an event of the session's own") {
  stores.start("s", "goal");
  stores.notes("s", 3);
  stores.fork("f", "s", 2);
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(refusal(transaction->move_tail(session_id("f"), Seq{2}, session_id("x"))) ==
        ErrorCode::kInvalid);
  CHECK(refusal(transaction->move_tail(session_id("s"), Seq{4}, session_id("x"))) ==
        ErrorCode::kInvalid);
}

STORE_TEST("a session that another one has all events of becomes that one") {
  stores.start("s", "goal");
  stores.notes("s", 10);
  stores.fork("twin", "s", 10);
  stores.notes("twin", 3);
  const auto longer = raw(stores.store(), "twin");
  // The same events under another id, fewer of them, with a fork of its own.
  {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    const std::vector<RawEvent> own(longer.begin() + 10, longer.begin() + 13);
    must(transaction->restore_chain(session_id("double"), own, Fork{session_id("s"), Seq{10}},
                                    session_id("twin")));
    must(transaction->commit());
  }
  stores.fork("f", "double", 12);
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(refusal(transaction->absorb(session_id("twin"), session_id("double"))) ==
        ErrorCode::kInvalid);
  CHECK(refusal(transaction->absorb(session_id("s"), session_id("twin"))) == ErrorCode::kInvalid);
  must(transaction->absorb(session_id("double"), session_id("twin")));
  must(transaction->commit());

  CHECK(refusal(stores.store().summary(session_id("double"))) == ErrorCode::kNotFound);
  CHECK(must(stores.store().summary(session_id("f"))).parent == session_id("twin"));
  const auto left = raw(stores.store(), "twin");
  REQUIRE(left.size() == longer.size());
  for (size_t i = 0; i < left.size(); ++i) CHECK(left[i].hash == longer[i].hash);
  stores.notes("twin", 3);
  stores.notes("f", 3);
}

STORE_TEST("a session that arrives under a taken id keeps the id of its headers") {
  stores.start("s", "goal");
  stores.notes("s", 3);
  const auto elsewhere = stores.open("elsewhere");
  {
    auto transaction = must(elsewhere->begin_write(seconds(5)));
    must(transaction->restore_chain(session_id("t"), raw(stores.store(), "s"), std::nullopt,
                                    session_id("s")));
    must(transaction->commit());
  }
  CHECK(must(elsewhere->hashed_id(session_id("t"))) == session_id("s"));
  CHECK(must(elsewhere->sessions_hashed_as(session_id("s"))) ==
        std::vector<SessionId>{session_id("t")});
  CHECK(must(stores.store().sessions_hashed_as(session_id("s"))) ==
        std::vector<SessionId>{session_id("s")});
  must(stores.try_record(*elsewhere, "t", {note("more")}));
  CHECK(must(elsewhere->verify(std::nullopt)).problems.empty());
  const auto longer = raw(*elsewhere, "t");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->restore_chain(session_id("s"), longer, std::nullopt));
  must(transaction->commit());
  CHECK(raw(stores.store(), "s").back().hash == longer.back().hash);
}

}  // namespace
}  // namespace clew
