#include "engine/transact.h"

#include <doctest/doctest.h>

#include "testing/counting_store.h"
#include "testing/fake_machine.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct TransactFixture : WorkspaceFixture {
  TransactFixture() {
    start_plan();
    store().counts = {};
    store().waited_for.clear();
  }
  Workspace workspace() {
    return Workspace(
        store(), files, [this] { return now; },
        [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'r'); }, caller, surroundings);
  }
  Deadline deadline(Duration all) { return {all, &machine}; }
  // A note on the head that was seen before the transaction.
  Append stale_note(Seq seen) {
    Event event;
    event.header.seq = Seq{seen.number + 1};
    event.header.at = now;
    event.header.actor = caller.actor;
    event.data = NoteAdded{kRoot, "late", ""};
    return {only_session(), seen, {event}, nullptr, std::nullopt};
  }

  PosixFileSystem files;
  FakeMachine machine;
};

Status put(Transaction& transaction) { return transaction.put_setting("here", "now"); }

TEST_CASE("what a body wrote is there when it returns a value, and not when it returns an error") {
  TransactFixture f;
  CHECK(transact(f.store(), f.deadline(seconds(10)), put).ok());
  CHECK(f.store().setting("here").value() == "now");
  const auto failed = transact(f.store(), f.deadline(seconds(10)), [](Transaction& transaction) {
    static_cast<void>(transaction.put_setting("here", "later"));
    return Status(make_error(ErrorCode::kInvalid, "no"));
  });
  CHECK_FALSE(failed.ok());
  CHECK(f.store().setting("here").value() == "now");
  CHECK(f.store().counts.committed == 1);
}

TEST_CASE("a trial that rolls back on purpose gives its value and leaves nothing") {
  TransactFixture f;
  const auto tried = transact(f.store(), f.deadline(seconds(10)),
                              [](Transaction& transaction) -> Result<WithOutcome<int>> {
                                CLEW_TRY(put(transaction));
                                return WithOutcome<int>{7, Outcome::kRollBack};
                              });
  CHECK(tried.value() == 7);
  CHECK(f.store().setting("here").value().empty());
}

TEST_CASE("a lost race is tried again, with pauses, and the value is that of the last try") {
  TransactFixture f;
  int tries = 0;
  f.store().loses_race = [&] { return tries < 4; };
  const auto last = transact(f.store(), f.deadline(seconds(10)), [&](Transaction& transaction) {
    ++tries;
    static_cast<void>(put(transaction));
    return Result<int>(tries);
  });
  CHECK(last.value() == 4);
  CHECK(f.store().counts.begun == 4);
  CHECK(f.machine.sleeps == 3);
  CHECK(f.store().setting("here").value() == "now");
}

TEST_CASE("a session that moved on is a lost race, decided anew on what it is now") {
  TransactFixture f;
  const Seq seen = f.store().load(f.only_session()).value().head.seq;
  f.must("note", "text", "first");
  f.store().counts = {};
  int tries = 0;
  const auto head = transact(f.store(), f.deadline(seconds(10)), [&](Transaction& transaction) {
    const Seq now = ++tries == 1 ? seen : transaction.load(f.only_session()).value().head.seq;
    return transaction.append(f.stale_note(now));
  });
  CHECK(head.value().seq.number == seen.number + 2);
  CHECK(tries == 2);
}

TEST_CASE("who always loses gives up after 20 tries and says why") {
  TransactFixture f;
  f.store().loses_race = [] { return true; };
  const auto lost = transact(f.store(), f.deadline(seconds(100'000)), put);
  CHECK(lost.error().message == "another process wrote first");
  CHECK(f.store().counts.begun == kMaxTransactionTries);
}

TEST_CASE("the deadline covers all tries, and each waits for what is left of it") {
  TransactFixture f;
  f.store().loses_race = [] { return true; };
  const auto lost = transact(f.store(), f.deadline(Duration{300}), [&](Transaction& transaction) {
    f.machine.now += Duration{100};
    return put(transaction);
  });
  CHECK_FALSE(lost.ok());
  const auto& waited = f.store().waited_for;
  REQUIRE(waited.size() >= 2);
  CHECK(waited.size() <= 4);  // three of 100 ms, and the one after the last pause
  CHECK(waited[0].ms == 300);
  for (size_t i = 1; i < waited.size(); ++i) CHECK(waited[i].ms <= waited[i - 1].ms - 100);
}

TEST_CASE("a lock that is not to be had in time is not tried again") {
  TransactFixture f;
  f.store().refuses = [] {
    return Status(make_error(ErrorCode::kConflict, "other writers held the store for too long"));
  };
  CHECK(transact(f.store(), f.deadline(seconds(10)), put).error().code == ErrorCode::kConflict);
  CHECK(f.store().counts.begun == 1);
  CHECK(f.machine.sleeps == 0);
  f.store().refuses = nullptr;
}

TEST_CASE("a key that was used for another request is not tried again") {
  TransactFixture f;
  f.caller.key = "k";
  f.must("note", "text", "first");
  f.store().counts = {};
  CHECK(f.run("note", "text", "second").error().code == ErrorCode::kConflict);
  CHECK(f.store().counts.begun == 1);
  f.store().counts = {};
  const auto reused = transact(f.store(), f.deadline(seconds(10)), [&](Transaction& transaction) {
    Append append = f.stale_note(transaction.load(f.only_session()).value().head.seq);
    append.key = Idempotency{"k", sha256("another")};
    return transaction.append(append);
  });
  CHECK(reused.error().code == ErrorCode::kConflict);
  CHECK(f.store().counts.begun == 1);
}

TEST_CASE("a stale fence is not tried again") {
  TransactFixture f;
  CHECK(f.run("step done", "words", words("1"), "fence", 3).error().code == ErrorCode::kConflict);
  CHECK(f.store().counts.begun == 1);
}

TEST_CASE("a command that loses a race is decided again and happens once") {
  TransactFixture f;
  int races = 2;
  f.store().loses_race = [&] { return races-- > 0; };
  f.must("note", "text", "first");
  CHECK(f.store().counts.begun == 3);
  CHECK(f.store().counts.committed == 1);
  CHECK(f.session().notes.items.size() == 1);
}

TEST_CASE("a view is judged anew for each try, and written once") {
  TransactFixture f;
  f.must("view attach", "dialect", "orchestration");
  int races = 2;
  f.store().loses_race = [&] { return races-- > 0; };
  const Answer answer = f.must("note", "text", "first");
  CHECK(answer.text.find("out of date") == std::string::npos);
  f.store().loses_race = nullptr;
  CHECK(f.must("note", "text", "second").data.find("notices") == nullptr);
}

}  // namespace
}  // namespace clew
