// Whatever a long-lived store is asked, it answers with what is there now, whoever wrote it.

#include <doctest/doctest.h>

#include <filesystem>

#include "session/apply.h"
#include "store/sqlite/long_lived_test.h"
#include "store/sqlite/sqlite_store.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

// Adds an event to session "s" in the turn, with the state after it, as a command does.
void add(Transaction& transaction, const EventData& data) {
  Loaded loaded;
  if (*transaction.exists(SessionId("s"))) loaded = *transaction.load(SessionId("s"));
  const Seq seq{loaded.head.seq.number + 1};
  const Event event{
      {seq, Time{1000 + int64_t{seq.number}}, ActorId("ana"), Via::kCli, 0, {}},
      data
  };
  const Session after = apply(std::move(loaded.session), event);
  REQUIRE(transaction.append(Append{SessionId("s"), loaded.head.seq, {event}, &after, {}}).ok());
}

void write(EventStore& store, const EventData& data) {
  auto transaction = store.begin_write(seconds(5));
  REQUIRE(transaction.ok());
  add(**transaction, data);
  REQUIRE((*transaction)->commit().ok());
}

EventData note(const std::string& text) { return NoteAdded{kRoot, text, ""}; }

EventData beginning() {
  SessionStarted started;
  started.goal = "goal";
  return started;
}

// Every store that opens the file anew says the same as this one.
void check_as_loaded_anew(EventStore& store, const std::string& path) {
  const auto here = store.load(SessionId("s"), std::nullopt);
  const auto anew = SqliteStore(path, {}).load(SessionId("s"), std::nullopt);
  REQUIRE(here.ok());
  REQUIRE(anew.ok());
  CHECK(here->head.seq == anew->head.seq);
  CHECK(here->head.hash == anew->head.hash);
  CHECK(here->session == anew->session);
}

EventData opening(const std::string& goal) {
  SessionStarted started;
  started.goal = goal;
  started.project = "p";
  return started;
}

EventData noted(const std::string& text) { return NoteAdded{kRoot, text, ""}; }

void tell(Transaction& transaction, const std::string& id, const EventData& data,
          const std::string& actor = "ana") {
  Loaded loaded;
  if (*transaction.exists(SessionId(id))) loaded = *transaction.load(SessionId(id));
  const Seq seq{loaded.head.seq.number + 1};
  // Far enough apart that the card is touched anew now and then.
  const Event event{
      {seq, Time{int64_t{seq.number} * 40'000}, ActorId(actor), Via::kCli, 0, {}},
      data
  };
  Session after = apply(std::move(loaded.session), event);
  after.identity.id = SessionId(id);
  REQUIRE(transaction.append(Append{SessionId(id), loaded.head.seq, {event}, &after, {}}).ok());
}

template <class Change>
void change(EventStore& store, Change&& what) {
  auto transaction = store.begin_write(seconds(5));
  REQUIRE(transaction.ok());
  what(**transaction);
  REQUIRE((*transaction)->commit().ok());
}

std::string reported(const SessionSummary& summary) {
  return summary.id.text + "|" + summary.goal + "|" + summary.project + "|" + summary.project_path +
         "|" + name_of(summary.status) + (summary.archived ? "|archived" : "") +
         (summary.forgotten ? "|forgotten" : "") + "|" + std::to_string(summary.created_at.ms) +
         "|" + std::to_string(summary.touched_at.ms) + "|" + summary.actor.text + "|" +
         summary.step + "|" + std::to_string(summary.percent) + "|" + summary.parent.text + "|" +
         std::to_string(summary.head.seq.number) + "|" + summary.head.hash.hex();
}

// The answers to small questions, as text.
std::string everything(EventStore& store) {
  std::string all;
  for (const char* id : {"s", "s2", "other"}) {
    const auto summary = store.summary(SessionId(id));
    all += (summary ? reported(*summary) : summary.error().message) + "\n";
    const auto resolved = store.resolve(id);
    all += (resolved ? resolved->text : resolved.error().message) + "\n";
  }
  all += store.resolve("oth").value_or(SessionId("?")).text + "\n";
  for (const char* key : {"a", "ab", "b"}) all += *store.setting(key) + ",";
  const auto settings = store.settings("a");
  for (const auto& setting : *settings) all += setting.key + "=" + setting.value + ";";
  for (const size_t limit : {1, 2, 20}) {
    ListQuery query;
    query.limit = limit;
    const auto every = store.list(query);
    for (const auto& summary : *every) all += "\n" + reported(summary);
    query.project = "p";
    query.statuses = {Lifecycle::kActive};
    const auto active = store.list(query);
    for (const auto& summary : *active) all += "\n- " + reported(summary);
    all += "\n";
  }
  return all;
}

void check_as_anew(EventStore& store, const std::string& path) {
  CHECK(everything(store) == everything(*std::make_unique<SqliteStore>(path, StoreOptions())));
}

struct Location {
  TempFolder folder;
  std::string path = folder / "clew.db";
  SqliteStore store{path, long_lived()};
};

TEST_CASE("what the store wrote itself is what a new one loads") {
  Location location;
  write(location.store, beginning());
  check_as_loaded_anew(location.store, location.path);
  for (int i = 0; i < 70; ++i) write(location.store, note("note " + std::to_string(i)));
  check_as_loaded_anew(location.store, location.path);
}

TEST_CASE("two appends in one turn count, and one given up between turns does not") {
  Location location;
  write(location.store, beginning());
  {
    auto transaction = location.store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    add(**transaction, note("one"));
    add(**transaction, note("two"));
    REQUIRE((*transaction)->commit().ok());
  }
  check_as_loaded_anew(location.store, location.path);
  {
    auto transaction = location.store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    add(**transaction, note("given up"));
  }
  write(location.store, note("three"));
  check_as_loaded_anew(location.store, location.path);
}

TEST_CASE("what another process wrote is seen by the next load and by the next turn") {
  Location location;
  write(location.store, beginning());
  check_as_loaded_anew(location.store, location.path);
  SqliteStore other(location.path, long_lived());
  write(other, note("theirs"));
  check_as_loaded_anew(location.store, location.path);
  write(other, note("theirs again"));
  write(location.store, note("ours"));
  check_as_loaded_anew(location.store, location.path);
  CHECK(location.store.load(SessionId("s"), std::nullopt)->head.seq == Seq{4});
}

TEST_CASE("a turn that was given up leaves nothing behind") {
  Location location;
  write(location.store, beginning());
  {
    auto transaction = location.store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    add(**transaction, note("never happened"));
    CHECK((*transaction)->load(SessionId("s"))->head.seq == Seq{2});
    CHECK(location.store.load(SessionId("s"), std::nullopt)->head.seq == Seq{2});
  }
  CHECK(location.store.load(SessionId("s"), std::nullopt)->head.seq == Seq{1});
  check_as_loaded_anew(location.store, location.path);
}

TEST_CASE("what was redacted here or elsewhere is not answered any more") {
  Location location;
  write(location.store, beginning());
  write(location.store, note("secret one"));
  write(location.store, note("secret two"));
  const auto redact = [](EventStore& store, Seq seq) {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    REQUIRE((*transaction)->redact(SessionId("s"), seq, note("gone")).ok());
    REQUIRE((*transaction)->commit().ok());
  };
  check_as_loaded_anew(location.store, location.path);
  redact(location.store, Seq{2});
  check_as_loaded_anew(location.store, location.path);
  SqliteStore other(location.path, {});
  redact(other, Seq{3});
  check_as_loaded_anew(location.store, location.path);
}

TEST_CASE("searching between appends leaves nothing to be found twice, or not at all") {
  Location location;
  write(location.store, beginning());
  for (int i = 0; i < 10; ++i) write(location.store, note("early"));
  const auto found = [&](const std::string& word) {
    SearchQuery query;
    query.text = word;
    query.limit = 1000;
    const auto hits = location.store.search(query);
    REQUIRE(hits.ok());
    return hits->size();
  };
  CHECK(found("early") == 10);
  for (int i = 0; i < 60; ++i) write(location.store, note("late"));  // past a snapshot
  CHECK(found("early") == 10);
  CHECK(found("late") == 60);
  write(location.store, note("last"));
  CHECK(found("last") == 1);
}

TEST_CASE("an actor that only a turn given up had named is named again by the next") {
  Location location;
  write(location.store, beginning());
  const auto as = [](const char* actor, uint32_t seq) {
    return Event{
        {Seq{seq}, Time{2000}, ActorId(actor), Via::kCli, 0, {}},
        note(actor)
    };
  };
  const auto append = [&](Transaction& transaction, const char* actor, uint32_t seq) {
    Session after = apply(std::move(transaction.load(SessionId("s"))->session), as(actor, seq));
    const Append one{SessionId("s"), Seq{seq - 1}, {as(actor, seq)}, &after, {}};
    REQUIRE(transaction.append(one).ok());
  };
  {
    auto transaction = location.store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    append(**transaction, "bo", 2);
  }
  {
    auto transaction = location.store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    append(**transaction, "cleo", 2);
    REQUIRE((*transaction)->begin_part().ok());
    append(**transaction, "dan", 3);
    REQUIRE((*transaction)->end_part(PartEnd::kTakenBack).ok());
    append(**transaction, "bo", 3);
    append(**transaction, "bo", 4);
    REQUIRE((*transaction)->commit().ok());
  }
  const auto events = location.store.read(SessionId("s"), Seq{2}, 10);
  REQUIRE(events.ok());
  REQUIRE(events->size() == 3);
  CHECK((*events)[0].event.header.actor == ActorId("cleo"));
  CHECK((*events)[1].event.header.actor == ActorId("bo"));
  CHECK((*events)[2].event.header.actor == ActorId("bo"));
  CHECK(location.store.verify(SessionId("s"))->problems.empty());
}

TEST_CASE("the write-ahead log has room before it is needed, and the room is no event") {
  Location location;
  write(location.store, beginning());
  const auto size = std::filesystem::file_size(location.path + "-wal");
  CHECK(size >= 128 * 2048);
  for (int i = 0; i < 10; ++i) write(location.store, note("note " + std::to_string(i)));
  CHECK(std::filesystem::file_size(location.path + "-wal") == size);
  CHECK(SqliteStore(location.path, {}).load(SessionId("s"), std::nullopt)->head.seq == Seq{11});
}

TEST_CASE("what a store says is what one that opens the file anew says") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  SqliteStore other(path, long_lived());
  EventStore* who = &store;
  SUBCASE("whoever writes: this store") {}
  SUBCASE("whoever writes: another") { who = &other; }
  const auto step = [&](const auto& what) {
    change(*who, what);
    check_as_anew(store, path);
    check_as_anew(other, path);
  };
  step([](Transaction& transaction) { tell(transaction, "s", opening("first")); });
  step([](Transaction& transaction) { CHECK(transaction.put_setting("a", "1").ok()); });
  step([](Transaction& transaction) { tell(transaction, "other", opening("second")); });
  for (int i = 0; i < 5; ++i) {
    step([&](Transaction& transaction) { tell(transaction, "s", noted("n" + std::to_string(i))); });
  }
  step([](Transaction& transaction) { tell(transaction, "s", noted("by another"), "bo"); });
  step([](Transaction& transaction) {
    tell(transaction, "s", noted("both"));
    tell(transaction, "other", noted("both"));
    CHECK(transaction.put_setting("ab", "2").ok());
  });
  step([](Transaction& transaction) { tell(transaction, "s2", opening("third")); });
  step([](Transaction& transaction) { CHECK(transaction.drop_settings("ab").ok()); });
  step([](Transaction& transaction) { tell(transaction, "s", SessionPaused{"lunch", {}}); });
  step([](Transaction& transaction) { tell(transaction, "s", SessionArchived{}); });
  step([](Transaction& transaction) { CHECK(transaction.forget(SessionId("s2")).ok()); });
}

TEST_CASE("a fork may end what the beginning of an id means") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  change(store, [](Transaction& transaction) { tell(transaction, "first-a", opening("goal")); });
  CHECK(store.resolve("first").ok());
  change(store, [](Transaction& transaction) {
    Loaded loaded = *transaction.load(SessionId("first-a"));
    const Event event{
        {Seq{2}, Time{80'000}, ActorId("ana"), Via::kCli, 0, {}},
        SessionForked{SessionId("first-a"), Seq{1}, ""}
    };
    const Session after = apply(std::move(loaded.session), event);
    const Append append{SessionId("first-b"), Seq{1}, {event}, &after, {}};
    REQUIRE(transaction.append_fork(Fork{SessionId("first-a"), Seq{1}}, append).ok());
  });
  CHECK_FALSE(store.resolve("first").ok());
}

TEST_CASE("what a turn did that was not committed is not answered") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  change(store, [](Transaction& transaction) { tell(transaction, "s", opening("goal")); });
  const std::string before = everything(store);
  {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    tell(**transaction, "s", noted("never"));
    CHECK((*transaction)->put_setting("a", "never").ok());
  }
  CHECK(everything(store) == before);
  change(store, [](Transaction& transaction) {
    CHECK(transaction.begin_part().ok());
    tell(transaction, "s", noted("never"));
    CHECK(transaction.end_part(PartEnd::kTakenBack).ok());
    CHECK(transaction.put_setting("b", "kept").ok());
  });
  check_as_anew(store, path);
}

TEST_CASE(
    "what is asked in a turn is what the turn has done so far, and stays when it is committed") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  change(store, [](Transaction& transaction) {
    tell(transaction, "s", opening("goal"));
    CHECK(transaction.put_setting("a", "before").ok());
  });
  const auto seq = [&] { return store.summary(SessionId("s"))->head.seq.number; };
  const auto ask_in_turn = [&](Transaction& transaction) {
    CHECK(*store.setting("a") == "before");
    CHECK(seq() == 1);
    tell(transaction, "s", noted("in the turn"));
    CHECK(transaction.put_setting("a", "after").ok());
    CHECK(*store.setting("a") == "after");
    CHECK(store.settings("a")->front().value == "after");
    CHECK(seq() == 2);
  };
  SUBCASE("taken back") {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    ask_in_turn(**transaction);
    transaction->reset();
    CHECK(*store.setting("a") == "before");
    CHECK(seq() == 1);
  }
  SUBCASE("committed") {
    change(store, ask_in_turn);
    CHECK(*store.setting("a") == "after");
    CHECK(seq() == 2);
  }
  check_as_anew(store, path);
}

}  // namespace
}  // namespace clew
