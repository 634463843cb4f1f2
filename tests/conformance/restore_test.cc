#include "conformance/store_fixture.h"
#include "session/apply.h"
#include "store/codec/event_codec.h"

namespace clew {
namespace {

Result<Head> restore(EventStore& store, const std::string& session,
                     const std::vector<RawEvent>& events,
                     const std::optional<Fork>& fork = std::nullopt) {
  auto transaction = store.begin_write(seconds(5));
  if (!transaction) return transaction.error();
  CLEW_ASSIGN(const Head head, (*transaction)->restore_chain(session_id(session), events, fork));
  CLEW_TRY((*transaction)->commit());
  return head;
}

STORE_TEST("a log taken to another store has the same hashes and the same state") {
  stores.start("s", "the goal", "p-1");
  stores.notes("s", 200);
  const auto elsewhere = stores.open("elsewhere");
  const Head head = must(restore(*elsewhere, "s", raw(stores.store(), "s")));
  CHECK(head == must(stores.store().load(session_id("s"), std::nullopt)).head);
  CHECK(raw(*elsewhere, "s") == raw(stores.store(), "s"));
  CHECK(must(elsewhere->load(session_id("s"), std::nullopt)).session == stores.load("s"));
  CHECK(must(elsewhere->load(session_id("s"), Seq{77})).session == stores.load("s", 77));
  CHECK(must(elsewhere->summary(session_id("s"))).goal == "the goal");
  CHECK(must(elsewhere->search({"goal", {}, {}, 5})).size() == 1);
  CHECK(must(elsewhere->verify(std::nullopt)).problems.empty());
}

STORE_TEST("a fork follows its parent") {
  stores.start("s", "goal");
  stores.notes("s", 5);
  stores.fork("f", "s", 4);
  stores.notes("f", 3);
  const auto line = raw(stores.store(), "f");
  std::vector<RawEvent> past;
  std::vector<RawEvent> own;
  for (const RawEvent& event : line) (event.session.text == "s" ? past : own).push_back(event);

  const auto elsewhere = stores.open("elsewhere");
  const Fork fork{session_id("s"), Seq{4}};
  CHECK(refusal(restore(*elsewhere, "f", own, fork)) == ErrorCode::kNotFound);
  must(restore(*elsewhere, "s", past));
  must(restore(*elsewhere, "f", own, fork));
  CHECK(raw(*elsewhere, "f") == line);
  CHECK(must(elsewhere->load(session_id("f"), std::nullopt)).session == stores.load("f"));
  CHECK(must(elsewhere->verify(std::nullopt)).problems.empty());
}

STORE_TEST("taking in the same log again changes nothing; a longer one adds its end") {
  stores.start("s", "goal");
  stores.notes("s", 9);
  const auto elsewhere = stores.open("elsewhere");
  const auto early = raw(stores.store(), "s");
  must(restore(*elsewhere, "s", early));
  must(restore(*elsewhere, "s", early));
  stores.notes("s", 90);
  must(restore(*elsewhere, "s", raw(stores.store(), "s")));
  CHECK(must(restore(*elsewhere, "s", early)).seq == Seq{100});
  CHECK(must(elsewhere->load(session_id("s"), std::nullopt)).session == stores.load("s"));
  CHECK(must(elsewhere->verify(std::nullopt)).problems.empty());
}

STORE_TEST("a log that parted ways with the store's is a conflict") {
  stores.start("s", "goal");
  stores.notes("s", 3);
  const auto elsewhere = stores.open("elsewhere");
  must(restore(*elsewhere, "s", raw(stores.store(), "s")));
  must(stores.try_record(*elsewhere, "s", {note("there")}));
  stores.record("s", {note("here")});
  CHECK(refusal(restore(*elsewhere, "s", raw(stores.store(), "s"))) == ErrorCode::kConflict);
}

STORE_TEST("a changed event is refused by name, whatever was changed, and nothing is taken in") {
  stores.start("s", "goal");
  stores.notes("s", 5);
  const auto good = raw(stores.store(), "s");
  const auto elsewhere = stores.open("elsewhere");
  const auto refuses = [&](const char* what, const std::vector<RawEvent>& events) {
    INFO(what);
    const auto refused = restore(*elsewhere, "s", events);
    CHECK(refusal(refused) == ErrorCode::kCorrupt);
    CHECK(refused.error().message.find("event 4") != std::string::npos);
    CHECK(must(elsewhere->list({})).empty());
  };
  auto events = good;
  events[3].payload.back() ^= 1;
  events[3].inner = {};
  refuses("its payload", events);
  events = good;
  events[3].payload.back() ^= 1;
  refuses("its payload, against its own inner digest", events);
  events = good;
  events[3].salt[0] ^= 1;
  refuses("its salt", events);
  events = good;
  events[3].header.at.ms += 1;
  refuses("its time", events);
  events = good;
  events[3].header.actor.text += "x";
  refuses("its actor", events);
  events = good;
  events[3].header.part = 1;
  refuses("its part", events);
  events = good;
  events[3].hash.bytes[0] ^= 1;
  refuses("its hash", events);
  events = good;
  events.erase(events.begin() + 2);
  refuses("the event before it is gone", events);
  events = good;
  std::swap(events[3], events[4]);
  events[3].header.seq = Seq{4};
  refuses("its place", events);
}

STORE_TEST("a log under another name is not that log") {
  stores.start("s", "goal");
  const auto elsewhere = stores.open("elsewhere");
  CHECK(refusal(restore(*elsewhere, "t", raw(stores.store(), "s"))) == ErrorCode::kCorrupt);
  CHECK(refusal(restore(*elsewhere, "s", {})) == ErrorCode::kInvalid);
}

STORE_TEST("redacted events travel as they are; a replacement that nothing speaks of does not") {
  stores.start("s", "goal");
  stores.record("s", {note("secret")});
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->redact(session_id("s"), Seq{2}, note("gone")));
  must(transaction->commit());
  transaction.reset();
  const auto elsewhere = stores.open("elsewhere");
  CHECK(refusal(restore(*elsewhere, "s", raw(stores.store(), "s"))) == ErrorCode::kCorrupt);

  stores.record("s", {
                         EventRedacted{Seq{2}, sha256(encode_data(note("gone"))), "secret"}
  });
  must(restore(*elsewhere, "s", raw(stores.store(), "s")));
  CHECK(must(elsewhere->load(session_id("s"), std::nullopt)).session.notes.items[0].text == "gone");
  CHECK(must(elsewhere->verify(std::nullopt)).problems.empty());
}

STORE_TEST("a backup is a store of its own, and can take the store's place again") {
  stores.start("s", "goal");
  stores.notes("s", 80);
  const std::string copy = stores.locate("copy").address;
  must(stores.store().backup(copy));
  CHECK(refusal(stores.store().backup(copy)) == ErrorCode::kInvalid);
  const auto backup = stores.open("copy");
  CHECK(must(backup->load(session_id("s"), std::nullopt)).session == stores.load("s"));
  CHECK(must(backup->verify(std::nullopt)).problems.empty());

  stores.record("s", {note("after the backup")});
  stores.start("later", "goal");
  const auto kept = must(stores.factory().restore(stores.locate("store"), {}, copy));
  CHECK_FALSE(kept.empty());
  CHECK(stores.load("s").head == Seq{81});
  CHECK(must(stores.store().list({})).size() == 1);
  stores.record("s", {note("and on it goes")});
}

}  // namespace
}  // namespace clew
