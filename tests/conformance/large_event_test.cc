#include "conformance/store_fixture.h"
#include "session/apply.h"
#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"

namespace clew {
namespace {

std::string large(char letter) { return std::string(kMaxEventBytes, letter); }
Hash content_for(const EventData& data) { return sha256(encode_data(data)); }

void redact_large(StoreFixture& stores, uint32_t seq, const EventData& instead) {
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->redact(session_id("s"), Seq{seq}, instead));
  must(transaction->commit());
  const Hash digest = sha256(stored_payload(encode_data(instead)));
  stores.record("s", {
                         EventRedacted{Seq{seq}, digest, "a secret"}
  });
}

STORE_TEST("an event over 256 KiB is kept as a content, and read as it was") {
  stores.start("s", "goal");
  stores.record("s", {note("small"), note(large('x')), note("after")});
  const auto events = stores.read("s");
  REQUIRE(events.size() == 4);
  CHECK(events[2].event.data == note(large('x')));
  CHECK(stores.load("s").notes.items[1].text == large('x'));
  CHECK(must(stores.store().blob(content_for(note(large('x'))))) == encode_data(note(large('x'))));
  CHECK(stores.problems().empty());
}

STORE_TEST("the chain of a large event is over the reference that is stored in its place") {
  stores.start("s", "goal");
  stores.record("s", {note(large('x'))});
  const auto raw = must(stores.store().read_raw(session_id("s"), Seq{2}, 1));
  REQUIRE(raw.size() == 1);
  CHECK(raw[0].payload == encode_data(note(large('x'))));
  const Bytes reference = "\x02\x20" + Bytes(content_for(note(large('x'))).view());
  CHECK(raw[0].inner == sha256(raw[0].salt + reference));
}

STORE_TEST("redacting a large event drops its content, and what stands there may be large, too") {
  stores.start("s", "goal");
  stores.record("s", {note("hunter2 " + large('x'))});
  redact_large(stores, 2, note("[redacted] " + large('x')));
  CHECK(refusal(stores.store().blob(content_for(note("hunter2 " + large('x'))))) ==
        ErrorCode::kNotFound);
  CHECK(stores.load("s").notes.items[0].text == "[redacted] " + large('x'));
  CHECK(stores.problems().empty());

  redact_large(stores, 2, note("gone"));
  CHECK(refusal(stores.store().blob(content_for(note("[redacted] " + large('x'))))) ==
        ErrorCode::kNotFound);
  CHECK(stores.load("s").notes.items[0].text == "gone");
  CHECK(stores.problems().empty());
}

STORE_TEST("the content of a large event stays while another event of the session says the same") {
  stores.start("s", "goal");
  stores.record("s", {note(large('x')), note(large('x'))});
  redact_large(stores, 2, note("gone"));
  CHECK(stores.load("s").notes.items[1].text == large('x'));
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->release_unnamed(session_id("s"), [](BytesView) { return true; }));
  must(transaction->commit());
  CHECK(stores.load("s").notes.items[1].text == large('x'));
  CHECK(stores.problems().empty());
}

STORE_TEST("a forgotten session takes its large events along") {
  stores.start("s", "goal");
  stores.record("s", {note(large('x'))});
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->forget(session_id("s")));
  must(transaction->commit());
  CHECK(refusal(stores.store().blob(content_for(note(large('x'))))) == ErrorCode::kNotFound);
  CHECK(stores.problems().empty());
}

STORE_TEST("a large event that is cut off is set aside whole") {
  stores.start("s", "goal");
  stores.record("s", {note("small")});
  stores.record("s", {note(large('x'))});
  auto transaction = must(stores.store().begin_write(seconds(5)));
  const Hash quarantined = must(transaction->cut_back(session_id("s"), Seq{2}));
  must(transaction->commit());
  const Bytes kept = must(stores.store().blob(quarantined));
  CHECK(kept.find(large('x')) != Bytes::npos);
  CHECK(refusal(stores.store().blob(content_for(note(large('x'))))) == ErrorCode::kNotFound);
  CHECK(stores.load("s").notes.total == 1);
}

STORE_TEST("a log with large events taken to another store has the same hashes and state") {
  stores.start("s", "goal");
  stores.record("s", {note(large('x')), note("after")});
  const auto events = must(stores.store().read_raw(session_id("s"), Seq{1}, 100));
  auto other = stores.open("other");
  auto transaction = must(other->begin_write(seconds(5)));
  must(transaction->restore_chain(session_id("s"), events, {}));
  must(transaction->commit());
  CHECK(must(other->load(session_id("s"))).session == stores.load("s"));
  CHECK(must(other->verify({})).problems.empty());
}

}  // namespace
}  // namespace clew
