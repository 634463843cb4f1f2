#include <doctest/doctest.h>

#include "sqlite/preconditions.h"
#include "store/sqlite/schema.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

constexpr Migration kSteps[] = {
    {1, "first",  "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT); CREATE TABLE a(x)"},
    {2, "second", "ALTER TABLE a ADD COLUMN y; INSERT INTO a VALUES(1, 2)"                },
    {3, "broken", "INSERT INTO a VALUES(3, 4); SELECT * FROM nowhere"                     },
};
const std::span<const Migration> kAll(kSteps);

std::unique_ptr<Connection> open_at(const std::string& path) {
  REQUIRE(make_private_file(path).ok());
  auto db = Connection::open(path, {});
  REQUIRE(db.ok());
  return std::move(*db);
}

TEST_CASE("an empty store gets every migration at once, and no backup") {
  const TempFolder folder;
  const auto db = open_at(folder / "clew.db");
  std::vector<std::string> notices;
  REQUIRE(bring_up_to_date(*db, kAll.first(2), "clew test", notices).ok());
  CHECK(notices.empty());
  CHECK(*inspect_schema(*db, 2) == SchemaState::kCurrent);
  CHECK(*db->integer("SELECT y FROM a") == 2);
  CHECK(*db->text("SELECT value FROM meta WHERE key = 'written_by'") == "clew test");
  CHECK(presence_of(folder / "clew.db.v0.bak") == Presence::kMissing);
}

// Makes the store from another connection when this one begins to count the tables.
struct MadeMeanwhile {
  Connection& other;
  bool made = false;

  static int follow(unsigned, void* self, void*, void* text) {
    auto& race = *static_cast<MadeMeanwhile*>(self);
    if (race.made || std::string(static_cast<const char*>(text)).find("count") == std::string::npos)
      return 0;
    race.made = true;
    std::vector<std::string> notices;
    CHECK(bring_up_to_date(race.other, kAll.first(2), "clew test", notices).ok());
    return 0;
  }
};

TEST_CASE("a store that somebody else makes while it is looked at is a store") {
  const TempFolder folder;
  const auto db = open_at(folder / "clew.db");
  const auto other = open_at(folder / "clew.db");
  MadeMeanwhile race{*other};
  sqlite3_trace_v2(db->handle(), SQLITE_TRACE_STMT, MadeMeanwhile::follow, &race);
  const auto state = inspect_schema(*db, 2);
  REQUIRE(state.ok());
  CHECK(*state == SchemaState::kCurrent);
  CHECK(race.made);
}

TEST_CASE("an older store is backed up, migrated, and somebody hears of it") {
  const TempFolder folder;
  const auto db = open_at(folder / "clew.db");
  std::vector<std::string> notices;
  REQUIRE(bring_up_to_date(*db, kAll.first(1), "clew 1", notices).ok());
  CHECK(*inspect_schema(*db, 2) == SchemaState::kOlder);
  REQUIRE(bring_up_to_date(*db, kAll.first(2), "clew 2", notices).ok());
  REQUIRE(notices.size() == 1);
  CHECK(notices[0].find("clew.db.v1.bak") != std::string::npos);
  CHECK(*inspect_schema(*db, 2) == SchemaState::kCurrent);
  const auto backup = open_at(folder / "clew.db.v1.bak");
  CHECK(*inspect_schema(*backup, 1) == SchemaState::kCurrent);
}

TEST_CASE("a migration that fails leaves the store as it was") {
  const TempFolder folder;
  const auto db = open_at(folder / "clew.db");
  std::vector<std::string> notices;
  REQUIRE(bring_up_to_date(*db, kAll.first(2), "clew 2", notices).ok());
  CHECK_FALSE(bring_up_to_date(*db, kAll, "clew 3", notices).ok());
  CHECK(*inspect_schema(*db, 2) == SchemaState::kCurrent);
  CHECK(*db->integer("SELECT count(*) FROM a") == 1);
}

TEST_CASE("the real migrations are numbered in order") {
  int last = 0;
  for (const Migration& step : migrations()) CHECK(step.version == ++last);
}

}  // namespace
}  // namespace clew
