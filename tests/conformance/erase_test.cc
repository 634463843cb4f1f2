#include "conformance/store_fixture.h"
#include "session/apply.h"
#include "store/codec/event_codec.h"
#include "store/codec/raw_log.h"

namespace clew {
namespace {

// Redacts and says so, as the command does.
void redact(StoreFixture& stores, const std::string& session, uint32_t seq, EventData instead) {
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->redact(session_id(session), Seq{seq}, instead));
  Loaded loaded = must(transaction->load(session_id(session)));
  Append append;
  append.session = session_id(session);
  append.expected = loaded.head.seq;
  const EventRedacted said{Seq{seq}, sha256(encode_data(instead)), "a secret"};
  append.events = {
      {{Seq{loaded.head.seq.number + 1}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, said}
  };
  loaded.session = apply(std::move(loaded.session), append.events[0]);
  append.after = &loaded.session;
  must(transaction->append(append));
  must(transaction->commit());
  CHECK(stores.store().notices().empty());
}

STORE_TEST("a redacted event keeps its place in the chain and loses its words") {
  stores.start("s", "goal");
  stores.record("s", {note("the password is hunter2")});
  stores.notes("s", 70);
  const auto before = stores.read("s");
  redact(stores, "s", 2, note("[redacted]"));

  const auto events = stores.read("s");
  CHECK(events[1].redacted);
  CHECK(get<NoteAdded>(events[1].event.data).text == "[redacted]");
  CHECK(events[1].hash == before[1].hash);
  CHECK(events[70].hash == before[70].hash);
  CHECK(must(stores.store().search({"hunter2", {}, {}, 5})).empty());
  CHECK(must(stores.store().search({"redacted", {}, {}, 5})).size() == 1);
  CHECK(stores.load("s", 2).notes.items[0].text == "[redacted]");
  CHECK(stores.problems().empty());
}

STORE_TEST("an event may be redacted again") {
  stores.start("s", "goal");
  stores.record("s", {note("secret one two")});
  redact(stores, "s", 2, note("secret one"));
  redact(stores, "s", 2, note("nothing"));
  CHECK(stores.load("s").notes.items[0].text == "nothing");
  CHECK(stores.problems().empty());
}

STORE_TEST("a redaction reaches the forks that knew the event") {
  stores.start("s", "goal");
  stores.record("s", {note("hunter2")});
  stores.fork("f", "s", 2);
  stores.notes("f", 70);
  stores.fork("g", "f", 50);
  redact(stores, "s", 2, note("gone"));
  CHECK(stores.load("f").notes.total == 71);
  CHECK(stores.load("g", 60 - 9).notes.items[0].text != "hunter2");
  CHECK(stores.problems().empty());
}

STORE_TEST("a redacted goal is gone from the list too") {
  stores.start("s", "the secret goal");
  redact(stores, "s", 1, SessionStarted{});
  CHECK(must(stores.store().summary(session_id("s"))).goal.empty());
}

STORE_TEST("only an event of the session itself, and only its like, can be redacted") {
  stores.start("s", "goal");
  stores.notes("s", 2);
  stores.fork("f", "s", 3);
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(refusal(transaction->redact(session_id("s"), Seq{9}, note("x"))) == ErrorCode::kNotFound);
  CHECK(refusal(transaction->redact(session_id("x"), Seq{1}, note("x"))) == ErrorCode::kNotFound);
  CHECK(refusal(transaction->redact(session_id("f"), Seq{2}, note("x"))) == ErrorCode::kInvalid);
  CHECK(refusal(transaction->redact(session_id("s"), Seq{2}, SessionPaused{})) ==
        ErrorCode::kInvalid);
}

STORE_TEST("redacting an artifact drops its content when nobody else names it") {
  stores.start("s", "goal");
  stores.start("t", "goal");
  const Blob mine = blob_of("only mine");
  const Blob shared = blob_of("shared");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->put_blob(mine));
  must(transaction->put_blob(shared));
  must(transaction->commit());
  transaction.reset();
  stores.record("s", {
                         ArtifactAdded{{}, "a", mine.hash, 9, 1}
  });
  stores.record("s", {
                         ArtifactAdded{{}, "b", shared.hash, 6, 1}
  });
  stores.record("t", {
                         ArtifactAdded{{}, "b", shared.hash, 6, 1}
  });
  redact(stores, "s", 2, ArtifactAdded{{}, "a", {}, 0, 1});
  redact(stores, "s", 3, ArtifactAdded{{}, "b", {}, 0, 1});
  CHECK(refusal(stores.store().blob(mine.hash)) == ErrorCode::kNotFound);
  CHECK(must(stores.store().blob(shared.hash)) == "shared");
}

STORE_TEST("of contents that no event names, those that are chosen go, those of forks as well") {
  stores.start("s", "goal");
  stores.fork("f", "s", 1);
  stores.start("other", "goal");
  const Blob text = blob_of("a file with hunter2");
  const Blob clean = blob_of("a file without");
  const Blob forks = blob_of("hunter2 in the fork's file");
  const Blob theirs = blob_of("hunter2 elsewhere");
  const Blob named = blob_of("hunter2 in an artifact");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->put_blob(text, session_id("s")));
  must(transaction->put_blob(clean, session_id("s")));
  must(transaction->put_blob(forks, session_id("f")));
  must(transaction->put_blob(theirs, session_id("other")));
  must(transaction->put_blob(named));
  must(transaction->commit());
  transaction.reset();
  stores.record("s", {
                         ArtifactAdded{{}, "a", named.hash, 22, 1}
  });
  transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->release_unnamed(session_id("s"), [](BytesView content) {
    return content.find("hunter2") != BytesView::npos;
  }));
  must(transaction->commit());
  transaction.reset();
  CHECK(refusal(stores.store().blob(text.hash)) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().blob(forks.hash)) == ErrorCode::kNotFound);
  CHECK(stores.store().blob(clean.hash).ok());
  CHECK(stores.store().blob(theirs.hash).ok());
  CHECK(stores.store().blob(named.hash).ok());
}

STORE_TEST("contents that no event names are not let go of while they can be read") {
  stores.start("s", "goal");
  const Blob text = blob_of("a file");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->put_blob(text, session_id("s")));
  must(transaction->release_damaged(session_id("s")));
  must(transaction->commit());
  transaction.reset();
  CHECK(stores.store().blob(text.hash).ok());
}

STORE_TEST("a forgotten session leaves its bare chain, which still verifies") {
  stores.start("s", "a private goal", "p-1");
  const Blob blob = blob_of("private content");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->put_blob(blob));
  must(transaction->commit());
  transaction.reset();
  stores.record("s", {
                         ArtifactAdded{{}, "a.txt", blob.hash, 15, 1}
  });
  stores.notes("s", 80);
  stores.start("other", "goal");
  const auto before = must(stores.store().read_raw(session_id("s"), Seq{1}, 1000));

  transaction = must(stores.store().begin_write(seconds(5)));
  must(transaction->forget(session_id("s")));
  must(transaction->forget(session_id("s")));
  must(transaction->commit());
  transaction.reset();
  CHECK(refusal(stores.store().load(session_id("s"), std::nullopt)) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().read(session_id("s"), Seq{1}, 5)) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().blob(blob.hash)) == ErrorCode::kNotFound);
  CHECK(must(stores.store().search({"private", {}, {}, 5})).empty());
  const auto after = must(stores.store().read_raw(session_id("s"), Seq{1}, 1000));
  REQUIRE(after.size() == before.size());
  for (size_t i = 0; i < after.size(); ++i) {
    CHECK(after[i].payload.empty());
    CHECK(after[i].salt.empty());
    CHECK(after[i].hash == before[i].hash);
    CHECK(after[i].inner == before[i].inner);
  }
  CHECK(must(stores.store().list({})).size() == 1);
  ListQuery all;
  all.archived = true;
  REQUIRE(must(stores.store().list(all)).size() == 2);
  const auto summary = must(stores.store().summary(session_id("s")));
  CHECK(summary.forgotten);
  CHECK(summary.goal.empty());
  CHECK(summary.project.empty());
  CHECK(must(stores.store().verify(session_id("s"))).intact_to == Seq{82});
  CHECK_FALSE(stores.try_record(stores.store(), "s", {note("again")}).ok());
}

STORE_TEST("a session is not forgotten while a fork needs it") {
  stores.start("s", "goal");
  stores.fork("f", "s", 1);
  auto transaction = must(stores.store().begin_write(seconds(5)));
  const auto refused = transaction->forget(session_id("s"));
  CHECK(refusal(refused) == ErrorCode::kInvalid);
  CHECK(refused.error().next == "clew forget f");
  must(transaction->forget(session_id("f")));
  must(transaction->forget(session_id("s")));
  must(transaction->commit());
}

STORE_TEST("an untrusted end is cut off and set aside") {
  stores.start("s", "goal");
  stores.notes("s", 100);
  const auto all = must(stores.store().read_raw(session_id("s"), Seq{1}, 1000));
  must(stores.try_record(stores.store(), "s", {note("keyed")}, Idempotency{"k", sha256("r")}));
  auto transaction = must(stores.store().begin_write(seconds(5)));
  const Hash quarantined = must(transaction->cut_back(session_id("s"), Seq{60}));
  must(transaction->commit());
  transaction.reset();

  CHECK(stores.load("s").head == Seq{60});
  const auto kept = must(decode_raw_log(must(stores.store().blob(quarantined))));
  REQUIRE(kept.size() == 42);
  CHECK(kept[0] == all[60]);
  CHECK(must(stores.store().search({"90", {}, {}, 5})).empty());
  CHECK(stores.record("s", {note("on again")}).seq == Seq{61});
  must(stores.try_record(stores.store(), "s", {note("keyed")}, Idempotency{"k", sha256("r")}));
}

STORE_TEST("an end that a fork stands on is not cut off") {
  stores.start("s", "goal");
  stores.notes("s", 9);
  stores.fork("f", "s", 8);
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(refusal(transaction->cut_back(session_id("s"), Seq{7})) == ErrorCode::kInvalid);
  CHECK(refusal(transaction->cut_back(session_id("f"), Seq{7})) == ErrorCode::kInvalid);
  CHECK(transaction->cut_back(session_id("s"), Seq{8}).ok());
  must(transaction->commit());
}

STORE_TEST("what is left of forgotten forks outlives the end they stood on") {
  stores.start("s", "goal");
  stores.notes("s", 9);
  stores.fork("f", "s", 8);
  stores.notes("f", 3);
  stores.fork("after", "f", 10);
  stores.fork("before", "f", 5);
  stores.fork("at-the-end", "f", 7);
  auto transaction = must(stores.store().begin_write(seconds(5)));
  for (const char* fork : {"after", "before", "at-the-end", "f"})
    must(transaction->forget(session_id(fork)));
  must(transaction->cut_back(session_id("s"), Seq{6}));
  must(transaction->commit());
  transaction.reset();
  CHECK(stores.problems().empty());
  stores.notes("s", 9);
  CHECK(stores.problems().empty());
}

}  // namespace
}  // namespace clew
