#include "conformance/store_fixture.h"
#include "session/apply.h"

namespace clew {
namespace {

STORE_TEST("a store that does not exist has nothing in it, and asking does not make it") {
  CHECK(must(stores.store().list({})).empty());
  CHECK(must(stores.store().search({"word", {}, {}, 5})).empty());
  CHECK(must(stores.store().setting("x")).empty());
  CHECK(must(stores.store().verify(std::nullopt)).sessions == 0);
  CHECK(refusal(stores.store().load(session_id("s"), std::nullopt)) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().resolve("s")) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().blob(sha256("x"))) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().summary(session_id("s"))) == ErrorCode::kNotFound);
  CHECK(read_text(stores.locate("store").address).empty());
}

STORE_TEST("what was appended is read back, in order, with the hashes that commit promised") {
  stores.start("oauth-1", "add sign-in");
  const Head head =
      stores.record("oauth-1", {
                                   note("one"), DecisionMade{{}, "db", {"a", "b"}, "a", "why"}
  });
  CHECK(head.seq == Seq{3});
  const auto events = stores.read("oauth-1");
  REQUIRE(events.size() == 3);
  CHECK(get<SessionStarted>(events[0].event.data).goal == "add sign-in");
  CHECK(get<NoteAdded>(events[1].event.data).text == "one");
  CHECK(get<DecisionMade>(events[2].event.data).options == std::vector<std::string>{"a", "b"});
  CHECK(events[2].event.header.part == 1);
  CHECK(events[2].event.header.actor.text == "ana@laptop");
  CHECK(events[2].hash == head.hash);
  CHECK(events[2].session.text == "oauth-1");
}

STORE_TEST("reading starts and stops where it is told") {
  stores.start("s", "goal");
  stores.notes("s", 9);
  const auto events = must(stores.store().read(session_id("s"), Seq{4}, 3));
  REQUIRE(events.size() == 3);
  CHECK(events.front().event.header.seq == Seq{4});
  CHECK(must(stores.store().read(session_id("s"), Seq{11}, 3)).empty());
}

STORE_TEST("nothing stays of a turn that is not committed") {
  stores.start("s", "goal");
  {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    must(transaction->put_setting("left", "behind"));
    must(transaction->put_blob(blob_of("left behind")));
    Append append;
    append.session = session_id("s");
    append.expected = Seq{1};
    append.events = {
        {{Seq{2}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, note("lost")}
    };
    CHECK(must(transaction->append(append)).seq == Seq{2});
  }
  CHECK(stores.load("s").head == Seq{1});
  CHECK(must(stores.store().setting("left")).empty());
  CHECK(refusal(stores.store().blob(sha256("left behind"))) == ErrorCode::kNotFound);
}

STORE_TEST("an append that was decided on an older state is a conflict and changes nothing") {
  stores.start("s", "goal");
  stores.notes("s", 2);
  for (const uint32_t expected : {1u, 2u, 4u}) {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    Append append;
    append.session = session_id("s");
    append.expected = Seq{expected};
    append.events = {
        {{Seq{expected + 1}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, note("late")}
    };
    CHECK(refusal(transaction->append(append)) == ErrorCode::kConflict);
  }
  CHECK(stores.load("s").head == Seq{3});
}

STORE_TEST("a session cannot be begun twice, and one that does not exist cannot go on") {
  stores.start("s", "goal");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  Append append;
  append.session = session_id("s");
  append.events = {
      {{Seq{1}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, note("again")}
  };
  CHECK(refusal(transaction->append(append)) == ErrorCode::kConflict);
  append.session = session_id("other");
  append.expected = Seq{7};
  append.events[0].header.seq = Seq{8};
  CHECK(refusal(transaction->append(append)) == ErrorCode::kNotFound);
}

STORE_TEST("every header field comes back as it was") {
  stores.start("s", "goal");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  Append append;
  append.session = session_id("s");
  append.expected = Seq{1};
  const EventHeader header{Seq{2}, Time{-5}, ActorId("büro:7"), Via::kImport, 3, Seq{1}};
  append.events = {
      {header, note("x")}
  };
  must(transaction->append(append));
  must(transaction->commit());
  CHECK(stores.read("s")[1].event.header == header);
}

STORE_TEST("an append without the state it leads to makes the same card") {
  stores.start("s", "goal", "project-1");
  auto transaction = must(stores.store().begin_write(seconds(5)));
  Append append;
  append.session = session_id("s");
  append.expected = Seq{1};
  append.events = {
      {{Seq{2}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, SessionPaused{"lunch", ""}}
  };
  must(transaction->append(append));
  must(transaction->commit());
  const auto summary = must(stores.store().summary(session_id("s")));
  CHECK(summary.status == Lifecycle::kPaused);
  CHECK(summary.goal == "goal");
  CHECK(summary.project == "project-1");
  CHECK(summary.actor.text == "ana");
}

STORE_TEST("an event over 64 MiB is refused by name of the limit") {
  stores.start("s", "goal");
  CHECK(stores.record("s", {note(std::string(kMaxEventBytes, 'x'))}).seq == Seq{2});
  const auto refused = stores.try_record(stores.store(), "s",
                                         {note("small"), note(std::string(size_t{64} << 20, 'x'))});
  CHECK(refusal(refused) == ErrorCode::kInvalid);
  CHECK(refused.error().message.find("64 MiB") != std::string::npos);
  CHECK(stores.load("s").head == Seq{2});
}

STORE_TEST("a value that could not be read back is never written") {
  stores.start("s", "goal");
  Value deep = "bottom";
  for (int i = 0; i < 200; ++i) deep = Value(Value::List{deep});
  AttributeSet set;
  set.key = "deep";
  set.value = deep;
  CHECK(refusal(stores.try_record(stores.store(), "s", {set})) == ErrorCode::kInvalid);
}

STORE_TEST("text of any kind survives: empty, unicode, zero bytes, escapes") {
  stores.start("s", "ünïcode \u202e goal");
  const std::string odd("a\0b\x1b[31m\xff\xfe", 10);
  stores.record("s", {note(odd), note("")});
  const auto events = stores.read("s");
  CHECK(get<NoteAdded>(events[1].event.data).text == odd);
  CHECK(get<NoteAdded>(events[2].event.data).text.empty());
}

STORE_TEST("settings are kept and replaced") {
  for (const char* value : {"first", "second"}) {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    must(transaction->put_setting("use:/work", value));
    must(transaction->commit());
  }
  CHECK(must(stores.store().setting("use:/work")) == "second");
  CHECK(must(stores.again()->setting("use:/work")) == "second");
}

STORE_TEST("settings are listed and dropped by how their keys begin") {
  {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    for (const char* key : {"wrote:a:1", "wrote:a:\u00fc", "wrote:ab:1", "wrote", "x"}) {
      must(transaction->put_setting(key, "1"));
    }
    must(transaction->commit());
  }
  CHECK(must(stores.store().settings("wrote:")).size() == 3);
  {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    must(transaction->drop_settings("wrote:a:"));
    CHECK_FALSE(transaction->drop_settings("").ok());
    must(transaction->put_setting("x", ""));
    must(transaction->commit());
  }
  const auto left = must(stores.store().settings(""));
  REQUIRE(left.size() == 2);
  CHECK(left[0].key == "wrote");
  CHECK(left[1].key == "wrote:ab:1");
}

STORE_TEST("a blob is kept once, by its content, and comes back as it was") {
  const std::string text = std::string(100'000, 'a') + "end";
  for (int i = 0; i < 2; ++i) {
    auto transaction = must(stores.store().begin_write(seconds(5)));
    must(transaction->put_blob(blob_of(text)));
    must(transaction->put_blob(blob_of("")));
    must(transaction->commit());
  }
  CHECK(must(stores.store().blob(sha256(text))) == text);
  CHECK(must(stores.store().blob(sha256(""))).empty());
  CHECK(must(stores.store().verify(std::nullopt)).blobs == 2);
  auto transaction = must(stores.store().begin_write(seconds(5)));
  CHECK(refusal(transaction->put_blob({sha256("one thing"), "another"})) == ErrorCode::kInvalid);
}

STORE_TEST("no session begins under an id that cannot be typed") {
  for (const std::string id : {"", "-x", "a b", "x;touch y;#", "a\nGoal: forged"}) {
    CAPTURE(id);
    auto transaction = must(stores.store().begin_write(seconds(5)));
    Append append;
    append.session = SessionId(id);
    append.events = {
        {{Seq{1}, stores.now(), ActorId("ana"), Via::kCli, 0, {}}, SessionStarted{}}
    };
    CHECK(refusal(transaction->append(append)) == ErrorCode::kInvalid);
  }
}

}  // namespace
}  // namespace clew
