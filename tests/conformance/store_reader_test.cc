// Who sees what: the store the newest state, a transaction also what it has written, a snapshot one
// state for as long as it lives.

#include "conformance/store_fixture.h"
#include "session/apply.h"

namespace clew {
namespace {

// Every read there is, in words.
std::string reported_by(StoreReader& reader, const std::string& session) {
  const SessionId id = session_id(session);
  std::string reported;
  const auto say = [&](const std::string& words) { reported += words + "\n"; };
  say(must(reader.exists(id)) ? "exists" : "does not exist");
  const auto loaded = reader.load(id);
  say(loaded ? "head " + std::to_string(loaded->head.seq.number) : loaded.error().message);
  const auto events = reader.read(id, Seq{1}, 100);
  say(events ? std::to_string(events->size()) + " events" : events.error().message);
  const auto raw = reader.read_raw(id, Seq{1}, 100);
  say(raw ? std::to_string(raw->size()) + " raw events" : raw.error().message);
  say(std::to_string(must(reader.list({})).size()) + " listed");
  const auto summary = reader.summary(id);
  say(summary ? "card at " + std::to_string(summary->head.seq.number) : summary.error().message);
  const auto resolved = reader.resolve(session);
  say(resolved ? resolved->text : resolved.error().message);
  say(std::to_string(must(reader.search({"walrus", {}, {}, 20})).size()) + " found");
  say(reader.blob(sha256("content")) ? "content" : "no content");
  say("setting \"" + must(reader.setting("name")) + "\"");
  say(std::to_string(must(reader.settings("na")).size()) + " settings");
  say(must(reader.find_key({"key", sha256("request")})) ? "key" : "no key");
  say(std::to_string(must(reader.verify(std::nullopt)).events) + " verified");
  return reported;
}

// Changes the answer to every question of reported_by().
void change_all(Transaction& transaction, const std::string& session, Seq head) {
  const SessionId id = session_id(session);
  const Loaded loaded = must(transaction.load(id));
  REQUIRE(loaded.head.seq == head);
  Event event;
  event.header.seq = Seq{head.number + 1};
  event.header.at = loaded.session.last_activity + seconds(1);
  event.header.actor = ActorId("ben@desk");
  event.data = note("a walrus");
  const Session after = apply(Session(loaded.session), event);
  must(transaction.put_blob(blob_of("content"), id));
  must(transaction.append({
      id, head, {event},
        &after, Idempotency{"key", sha256("request")}
  }));
  must(transaction.put_setting("name", "value"));
}

STORE_TEST("a transaction reads what it has written, and nobody else does before the commit") {
  stores.start("s", "goal");
  const auto other = stores.again();
  const std::string before = reported_by(*other, "s");
  CHECK(reported_by(stores.store(), "s") == before);

  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(reported_by(*transaction, "s") == before);
  change_all(*transaction, "s", Seq{1});
  const std::string after = reported_by(*transaction, "s");
  CHECK(after ==
        "exists\nhead 2\n2 events\n2 raw events\n1 listed\ncard at 2\ns\n1 found\ncontent\n"
        "setting \"value\"\n1 settings\nkey\n2 verified\n");
  CHECK(reported_by(*other, "s") == before);

  must(transaction->commit());
  transaction.reset();
  CHECK(reported_by(*other, "s") == after);
  CHECK(reported_by(stores.store(), "s") == after);
}

STORE_TEST("reading an earlier state in a transaction does not move where it appends") {
  stores.start("s", "goal");
  stores.notes("s", 3);
  const auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(must(transaction->load(session_id("s"))).head.seq == Seq{4});
  CHECK(must(transaction->load(session_id("s"), Seq{2})).head.seq == Seq{2});
  change_all(*transaction, "s", Seq{4});
  must(transaction->commit());
  CHECK(stores.load("s").head == Seq{5});
}

STORE_TEST("a snapshot does not see what is written after it began, whoever writes it") {
  stores.start("s", "goal");
  auto snapshot = must(stores.store().snapshot());
  const std::string before = reported_by(*snapshot, "s");

  // The store that the snapshot came from writes while it is open.
  auto transaction = must(stores.store().begin_write(seconds(5)));
  change_all(*transaction, "s", Seq{1});
  CHECK(reported_by(*snapshot, "s") == before);
  must(transaction->commit());
  transaction.reset();
  CHECK(reported_by(*snapshot, "s") == before);
  const std::string after = reported_by(stores.store(), "s");
  CHECK(after != before);

  const auto other = stores.again();
  must(stores.try_record(*other, "s", {note("by another process")}));
  CHECK(reported_by(*snapshot, "s") == before);

  snapshot.reset();
  CHECK(stores.load("s").head == Seq{3});
  CHECK(must(must(stores.store().snapshot())->load(session_id("s"))).head.seq == Seq{3});
}

STORE_TEST("two snapshots of one store each keep their own state") {
  stores.start("s", "goal");
  auto first = must(stores.store().snapshot());
  stores.record("s", {note("two")});
  const auto second = must(stores.store().snapshot());
  stores.record("s", {note("three")});
  const auto head = [](StoreReader& reader) {
    return must(reader.load(session_id("s"))).head.seq.number;
  };
  CHECK(head(*first) == 1);
  CHECK(head(*second) == 2);
  CHECK(head(stores.store()) == 3);
  first.reset();
  CHECK(head(*second) == 2);
  stores.record("s", {note("four")});
  CHECK(head(*second) == 2);
  CHECK(head(stores.store()) == 4);
}

STORE_TEST("a snapshot begun while a transaction is open has nothing of it") {
  stores.start("s", "goal");
  const std::string before = reported_by(stores.store(), "s");
  const auto transaction = must(stores.store().begin_write(seconds(5)));
  change_all(*transaction, "s", Seq{1});
  const auto snapshot = must(stores.store().snapshot());
  CHECK(reported_by(*snapshot, "s") == before);
  CHECK(must(transaction->load(session_id("s"))).head.seq == Seq{2});
  must(transaction->commit());
  CHECK(reported_by(*snapshot, "s") == before);
}

STORE_TEST("a snapshot of a store that does not exist yet stays empty") {
  const auto nowhere = stores.open("nowhere");
  const auto snapshot = must(nowhere->snapshot());
  const std::string before = reported_by(*snapshot, "s");
  CHECK(before ==
        "does not exist\nthere is no such session\nthere is no such session\n"
        "there is no such session\n0 listed\nthere is no such session\n"
        "there is no such session\n0 found\nno content\nsetting \"\"\n0 settings\nno key\n"
        "0 verified\n");
  must(stores.try_record(*nowhere, "s", {SessionStarted{}}));
  CHECK(reported_by(*snapshot, "s") == before);
  CHECK(must(nowhere->exists(session_id("s"))));
}

}  // namespace
}  // namespace clew
