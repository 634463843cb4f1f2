#include "conformance/store_fixture.h"

namespace clew {
namespace {

STORE_TEST("a key is remembered with what it led to, and with what was asked") {
  stores.start("s", "goal");
  const Idempotency key{"deploy-7", sha256("note hello")};
  const Head head = must(stores.try_record(stores.store(), "s", {note("hello")}, key));
  stores.notes("s", 3);

  auto transaction = must(stores.store().begin_write(seconds(5)));
  const auto seen = must(transaction->find_key(key));
  REQUIRE(seen.has_value());
  CHECK(seen->request == SeenRequest::kSame);
  CHECK(seen->session.text == "s");
  CHECK(seen->head == head);
  const auto other = must(transaction->find_key({"deploy-7", sha256("note bye")}));
  REQUIRE(other.has_value());
  CHECK(other->request == SeenRequest::kDifferent);
  CHECK_FALSE(must(transaction->find_key({"deploy-8", sha256("note hello")})).has_value());
}

STORE_TEST("a key cannot be used for a second append") {
  stores.start("s", "goal");
  const Idempotency key{"once", sha256("request")};
  must(stores.try_record(stores.store(), "s", {note("first")}, key));
  CHECK(refusal(stores.try_record(stores.store(), "s", {note("second")}, key)) ==
        ErrorCode::kConflict);
  CHECK(stores.load("s").head == Seq{2});
}

STORE_TEST("a key that was looked for and not there is used once in that turn, and no more") {
  stores.start("s", "goal");
  const Idempotency key{"once", sha256("request")};
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK_FALSE(must(transaction->find_key(key)).has_value());
  const auto append_at = [&](uint32_t seq) {
    Append append;
    append.session = session_id("s");
    append.expected = Seq{seq - 1};
    append.key = key;
    append.events = {
        {{Seq{seq}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, note("a note")}
    };
    return transaction->append(append);
  };
  CHECK(must(append_at(2)).seq == Seq{2});
  CHECK(refusal(append_at(3)) == ErrorCode::kConflict);
  must(transaction->commit());
  CHECK(stores.load("s").head == Seq{2});
}

STORE_TEST("a key of a turn that was not committed is free") {
  stores.start("s", "goal");
  const Idempotency key{"once", sha256("request")};
  {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    Append append;
    append.session = session_id("s");
    append.expected = Seq{1};
    append.key = key;
    append.events = {
        {{Seq{2}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, note("lost")}
    };
    must(transaction->append(append));
  }
  CHECK(must(stores.try_record(stores.store(), "s", {note("kept")}, key)).seq == Seq{2});
}

}  // namespace
}  // namespace clew
