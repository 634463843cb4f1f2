// A long-lived store does not load again what nobody has changed, and never answers with what was.

#include "store/sqlite/remembered_session.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "session/apply.h"
#include "store/sqlite/long_lived_test.h"
#include "store/sqlite/sqlite_store.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

// Adds an event to session "s" in the turn, with the state after it, as a command does.
void add(WriteTurn& turn, const EventData& data) {
  Loaded loaded;
  if (*turn.exists(SessionId("s"))) loaded = *turn.load(SessionId("s"));
  const Seq seq{loaded.head.seq.number + 1};
  const Event event{
      {seq, Time{1000 + int64_t{seq.number}}, ActorId("ana"), Via::kCli, 0, {}},
      data
  };
  const Session after = apply(std::move(loaded.session), event);
  REQUIRE(turn.append(Append{SessionId("s"), loaded.head.seq, {event}, &after, {}}).ok());
}

void write(EventStore& store, const EventData& data) {
  auto turn = store.begin_write(seconds(5));
  REQUIRE(turn.ok());
  add(**turn, data);
  REQUIRE((*turn)->commit().ok());
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

struct Place {
  TempFolder folder;
  std::string path = folder / "clew.db";
  SqliteStore store{path, long_lived()};
};

TEST_CASE("what the store wrote itself is what a new one loads") {
  Place place;
  write(place.store, beginning());
  check_as_loaded_anew(place.store, place.path);
  for (int i = 0; i < 70; ++i) write(place.store, note("note " + std::to_string(i)));
  check_as_loaded_anew(place.store, place.path);
}

TEST_CASE("two appends in one turn, and one given up between turns, are remembered as they are") {
  Place place;
  write(place.store, beginning());
  {
    auto turn = place.store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    add(**turn, note("one"));
    add(**turn, note("two"));
    REQUIRE((*turn)->commit().ok());
  }
  check_as_loaded_anew(place.store, place.path);
  {
    auto turn = place.store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    add(**turn, note("given up"));
  }
  write(place.store, note("three"));
  check_as_loaded_anew(place.store, place.path);
}

TEST_CASE("a state that somebody still holds is not changed by what comes after it") {
  Place place;
  write(place.store, beginning());
  const auto add_shared = [&](const std::string& text) {
    auto turn = place.store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    Loaded loaded = *(*turn)->load(SessionId("s"));
    const Seq seq{loaded.head.seq.number + 1};
    const Event event{
        {seq, Time{2000 + int64_t{seq.number}}, ActorId("ana"), Via::kCli, 0, {}},
        note(text)
    };
    auto after = std::make_shared<Session>(apply(std::move(loaded.session), event));
    const Append append{SessionId("s"), loaded.head.seq, {event}, after.get(), {}, after};
    REQUIRE((*turn)->append(append).ok());
    REQUIRE((*turn)->commit().ok());
    return after;
  };
  const auto held = add_shared("one");
  const Session then = *held;
  SUBCASE("by an append that shares it too") { add_shared("two"); }
  SUBCASE("by one that does not") { write(place.store, note("two")); }
  SUBCASE("by one in a turn that has not loaded it") {
    const Event event{
        {Seq{3}, Time{3000}, ActorId("ana"), Via::kCli, 0, {}},
        note("two")
    };
    const Session after = apply(Session(then), event);
    auto turn = place.store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    REQUIRE((*turn)->append(Append{SessionId("s"), Seq{2}, {event}, &after, {}}).ok());
    REQUIRE((*turn)->commit().ok());
  }
  CHECK(*held == then);
  check_as_loaded_anew(place.store, place.path);
  CHECK(place.store.load(SessionId("s"), std::nullopt)->head.seq == Seq{3});
}

TEST_CASE("what another process wrote is seen by the next load and by the next turn") {
  Place place;
  write(place.store, beginning());
  check_as_loaded_anew(place.store, place.path);
  SqliteStore other(place.path, long_lived());
  write(other, note("theirs"));
  check_as_loaded_anew(place.store, place.path);
  write(other, note("theirs again"));
  write(place.store, note("ours"));
  check_as_loaded_anew(place.store, place.path);
  CHECK(place.store.load(SessionId("s"), std::nullopt)->head.seq == Seq{4});
}

TEST_CASE("a turn that was given up leaves nothing behind") {
  Place place;
  write(place.store, beginning());
  {
    auto turn = place.store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    add(**turn, note("never happened"));
    CHECK((*turn)->load(SessionId("s"))->head.seq == Seq{2});
    CHECK(place.store.load(SessionId("s"), std::nullopt)->head.seq == Seq{2});
  }
  CHECK(place.store.load(SessionId("s"), std::nullopt)->head.seq == Seq{1});
  check_as_loaded_anew(place.store, place.path);
}

TEST_CASE("what was redacted here or elsewhere is not answered any more") {
  Place place;
  write(place.store, beginning());
  write(place.store, note("secret one"));
  write(place.store, note("secret two"));
  const auto redact = [](EventStore& store, Seq seq) {
    auto turn = store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    REQUIRE((*turn)->redact(SessionId("s"), seq, note("gone")).ok());
    REQUIRE((*turn)->commit().ok());
  };
  check_as_loaded_anew(place.store, place.path);
  redact(place.store, Seq{2});
  check_as_loaded_anew(place.store, place.path);
  SqliteStore other(place.path, {});
  redact(other, Seq{3});
  check_as_loaded_anew(place.store, place.path);
}

TEST_CASE("searching between appends leaves nothing to be found twice, or not at all") {
  Place place;
  write(place.store, beginning());
  for (int i = 0; i < 10; ++i) write(place.store, note("early"));
  const auto found = [&](const std::string& word) {
    SearchQuery query;
    query.text = word;
    query.limit = 1000;
    const auto hits = place.store.search(query);
    REQUIRE(hits.ok());
    return hits->size();
  };
  CHECK(found("early") == 10);
  for (int i = 0; i < 60; ++i) write(place.store, note("late"));  // past a snapshot
  CHECK(found("early") == 10);
  CHECK(found("late") == 60);
  write(place.store, note("last"));
  CHECK(found("last") == 1);
}

TEST_CASE("an actor that only a turn given up had named is named again by the next") {
  Place place;
  write(place.store, beginning());
  const auto as = [](const char* actor, uint32_t seq) {
    return Event{
        {Seq{seq}, Time{2000}, ActorId(actor), Via::kCli, 0, {}},
        note(actor)
    };
  };
  const auto append = [&](WriteTurn& turn, const char* actor, uint32_t seq) {
    Session after = apply(std::move(turn.load(SessionId("s"))->session), as(actor, seq));
    const Append one{SessionId("s"), Seq{seq - 1}, {as(actor, seq)}, &after, {}};
    REQUIRE(turn.append(one).ok());
  };
  {
    auto turn = place.store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    append(**turn, "bo", 2);
  }
  {
    auto turn = place.store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    append(**turn, "cleo", 2);
    REQUIRE((*turn)->begin_part().ok());
    append(**turn, "dan", 3);
    REQUIRE((*turn)->end_part(PartEnd::kTakenBack).ok());
    append(**turn, "bo", 3);
    append(**turn, "bo", 4);
    REQUIRE((*turn)->commit().ok());
  }
  const auto events = place.store.read(SessionId("s"), Seq{2}, 10);
  REQUIRE(events.ok());
  REQUIRE(events->size() == 3);
  CHECK((*events)[0].event.header.actor == ActorId("cleo"));
  CHECK((*events)[1].event.header.actor == ActorId("bo"));
  CHECK((*events)[2].event.header.actor == ActorId("bo"));
  CHECK(place.store.verify(SessionId("s"))->problems.empty());
}

TEST_CASE("the write-ahead log has room before it is needed, and the room is no event") {
  Place place;
  write(place.store, beginning());
  const auto size = std::filesystem::file_size(place.path + "-wal");
  CHECK(size >= 128 * 2048);
  for (int i = 0; i < 10; ++i) write(place.store, note("note " + std::to_string(i)));
  CHECK(std::filesystem::file_size(place.path + "-wal") == size);
  CHECK(SqliteStore(place.path, {}).load(SessionId("s"), std::nullopt)->head.seq == Seq{11});
}

}  // namespace
}  // namespace clew
