#include "conformance/store_fixture.h"

namespace clew {
namespace {

STORE_TEST("what one connection commits, another sees; before that it does not") {
  stores.start("s", "goal");
  const auto other = stores.again();
  CHECK(must(other->load(session_id("s"), std::nullopt)).head.seq == Seq{1});
  {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    Append append;
    append.session = session_id("s");
    append.expected = Seq{1};
    append.events = {
        {{Seq{2}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, note("soon")}
    };
    must(transaction->append(append));
    CHECK(must(other->load(session_id("s"), std::nullopt)).head.seq == Seq{1});
    must(transaction->commit());
  }
  CHECK(must(other->load(session_id("s"), std::nullopt)).head.seq == Seq{2});
}

STORE_TEST("a second writer waits for its turn, and gives up when its deadline passes") {
  stores.start("s", "goal");
  const auto other = stores.again();
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(refusal(other->begin_write(Duration{30})) == ErrorCode::kConflict);
  CHECK(refusal(stores.store().begin_write(Duration{30})) == ErrorCode::kConflict);
  transaction.reset();
  CHECK(other->begin_write(Duration{30}).ok());
}

STORE_TEST("two connections take turns on one session") {
  stores.start("s", "goal");
  const auto other = stores.again();
  for (int i = 0; i < 10; ++i) {
    must(stores.try_record(stores.store(), "s", {note("mine")}));
    must(stores.try_record(*other, "s", {note("theirs")}));
  }
  CHECK(stores.load("s").head == Seq{21});
  CHECK(must(other->load(session_id("s"), std::nullopt)).session == stores.load("s"));
}

STORE_TEST("two connections may both be the first to write") {
  const auto other = stores.again();
  CHECK(must(other->list({})).empty());
  stores.start("a", "first");
  must(stores.try_record(*other, "b", {SessionStarted{}}));
  CHECK(must(stores.store().list({})).size() == 2);
  CHECK(must(other->list({})).size() == 2);
}

}  // namespace
}  // namespace clew
