// A long-lived store answers small questions again without reading, and never with what was.

#include "store/sqlite/remembered_reads.h"

#include <doctest/doctest.h>

#include <cstring>

#include "session/apply.h"
#include "store/sqlite/log_version.h"
#include "store/sqlite/long_lived_test.h"
#include "store/sqlite/sqlite_store.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

EventData opening(const std::string& goal) {
  SessionStarted started;
  started.goal = goal;
  started.project = "p";
  return started;
}

EventData noted(const std::string& text) { return NoteAdded{kRoot, text, ""}; }

void tell(WriteTurn& turn, const std::string& id, const EventData& data,
          const std::string& actor = "ana") {
  Loaded loaded;
  if (*turn.exists(SessionId(id))) loaded = *turn.load(SessionId(id));
  const Seq seq{loaded.head.seq.number + 1};
  // Far enough apart that the card is touched anew now and then.
  const Event event{
      {seq, Time{int64_t{seq.number} * 40'000}, ActorId(actor), Via::kCli, 0, {}},
      data
  };
  Session after = apply(std::move(loaded.session), event);
  after.identity.id = SessionId(id);
  REQUIRE(turn.append(Append{SessionId(id), loaded.head.seq, {event}, &after, {}}).ok());
}

template <class Change>
void change(EventStore& store, Change&& what) {
  auto turn = store.begin_write(seconds(5));
  REQUIRE(turn.ok());
  what(**turn);
  REQUIRE((*turn)->commit().ok());
}

std::string told(const SessionCard& card) {
  return card.id.text + "|" + card.goal + "|" + card.project + "|" + card.project_path + "|" +
         name_of(card.status) + (card.archived ? "|archived" : "") +
         (card.forgotten ? "|forgotten" : "") + "|" + std::to_string(card.created_at.ms) + "|" +
         std::to_string(card.touched_at.ms) + "|" + card.actor.text + "|" + card.step + "|" +
         std::to_string(card.percent) + "|" + card.parent.text + "|" +
         std::to_string(card.head.seq.number) + "|" + card.head.hash.hex();
}

// Everything that is remembered, as text; asked twice, so that the second time it is.
std::string everything(EventStore& store) {
  std::string all;
  for (int i = 0; i < 2; ++i) {
    all.clear();
    for (const char* id : {"s", "s2", "other"}) {
      const auto card = store.card(SessionId(id));
      all += (card ? told(*card) : card.error().message) + "\n";
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
      for (const auto& card : *every) all += "\n" + told(card);
      query.project = "p";
      query.statuses = {Lifecycle::kActive};
      const auto active = store.list(query);
      for (const auto& card : *active) all += "\n- " + told(card);
      all += "\n";
    }
  }
  return all;
}

void check_as_anew(EventStore& store, const std::string& path) {
  CHECK(everything(store) == everything(*std::make_unique<SqliteStore>(path, StoreOptions())));
}

}  // namespace

TEST_CASE("what is remembered is what a store that opens the file anew says") {
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
  step([](WriteTurn& turn) { tell(turn, "s", opening("first")); });
  step([](WriteTurn& turn) { CHECK(turn.put_setting("a", "1").ok()); });
  step([](WriteTurn& turn) { tell(turn, "other", opening("second")); });
  for (int i = 0; i < 5; ++i) {
    step([&](WriteTurn& turn) { tell(turn, "s", noted("n" + std::to_string(i))); });
  }
  step([](WriteTurn& turn) { tell(turn, "s", noted("by another"), "bo"); });
  step([](WriteTurn& turn) {
    tell(turn, "s", noted("both"));
    tell(turn, "other", noted("both"));
    CHECK(turn.put_setting("ab", "2").ok());
  });
  step([](WriteTurn& turn) { tell(turn, "s2", opening("third")); });
  step([](WriteTurn& turn) { CHECK(turn.drop_settings("ab").ok()); });
  step([](WriteTurn& turn) { tell(turn, "s", SessionPaused{"lunch", {}}); });
  step([](WriteTurn& turn) { tell(turn, "s", SessionArchived{}); });
  step([](WriteTurn& turn) { CHECK(turn.forget(SessionId("s2")).ok()); });
}

TEST_CASE("a fork may end what the beginning of an id means") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  change(store, [](WriteTurn& turn) { tell(turn, "first-a", opening("goal")); });
  CHECK(store.resolve("first").ok());
  change(store, [](WriteTurn& turn) {
    Loaded loaded = *turn.load(SessionId("first-a"));
    const Event event{
        {Seq{2}, Time{80'000}, ActorId("ana"), Via::kCli, 0, {}},
        SessionForked{SessionId("first-a"), Seq{1}, ""}
    };
    const Session after = apply(std::move(loaded.session), event);
    const Append append{SessionId("first-b"), Seq{1}, {event}, &after, {}};
    REQUIRE(turn.append_fork(Fork{SessionId("first-a"), Seq{1}}, append).ok());
  });
  CHECK_FALSE(store.resolve("first").ok());
}

TEST_CASE("what a turn did that was not committed is not remembered") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  change(store, [](WriteTurn& turn) { tell(turn, "s", opening("goal")); });
  const std::string before = everything(store);
  {
    auto turn = store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    tell(**turn, "s", noted("never"));
    CHECK((*turn)->put_setting("a", "never").ok());
  }
  CHECK(everything(store) == before);
  change(store, [](WriteTurn& turn) {
    CHECK(turn.begin_part().ok());
    tell(turn, "s", noted("never"));
    CHECK(turn.end_part(PartEnd::kTakenBack).ok());
    CHECK(turn.put_setting("b", "kept").ok());
  });
  check_as_anew(store, path);
}

TEST_CASE(
    "what is asked in a turn is what the turn has done so far, and stays when it is committed") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  change(store, [](WriteTurn& turn) {
    tell(turn, "s", opening("goal"));
    CHECK(turn.put_setting("a", "before").ok());
  });
  const auto seq = [&] { return store.card(SessionId("s"))->head.seq.number; };
  const auto ask_in_turn = [&](WriteTurn& turn) {
    CHECK(*store.setting("a") == "before");
    CHECK(seq() == 1);
    tell(turn, "s", noted("in the turn"));
    CHECK(turn.put_setting("a", "after").ok());
    CHECK(*store.setting("a") == "after");
    CHECK(store.settings("a")->front().value == "after");
    CHECK(seq() == 2);
  };
  SUBCASE("taken back") {
    auto turn = store.begin_write(seconds(5));
    REQUIRE(turn.ok());
    ask_in_turn(**turn);
    turn->reset();
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

TEST_CASE("after a commit of its own what is remembered stays, unless somebody was in between") {
  const auto stays = [&](const std::string& before, const std::string& after) {
    RememberedReads reads;
    reads.see("one");
    reads.keep(reads.settings, "a", std::string("1"));
    reads.move_on(before, after);
    reads.see(after);
    return !reads.settings.empty();
  };
  CHECK(stays("one", "two"));
  CHECK_FALSE(stays("two", "three"));  // somebody came before us
  CHECK_FALSE(stays("one", ""));       // somebody came after us
  CHECK_FALSE(stays("", "two"));
}

}  // namespace clew
