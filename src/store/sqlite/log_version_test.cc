#include "store/sqlite/log_version.h"

#include <doctest/doctest.h>

#include "store/sqlite/sqlite_store.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

void commit_setting(EventStore& store, const std::string& value) {
  auto turn = store.begin_write(seconds(5));
  REQUIRE(turn.ok());
  REQUIRE((*turn)->put_setting("key", value).ok());
  REQUIRE((*turn)->commit().ok());
}

}  // namespace

TEST_CASE("a store's version stays while nobody commits, and is another one after everybody's") {
  const TempFolder folder;
  SqliteStore store(folder / "clew.db", {});
  CHECK_FALSE(store.version());  // there is none yet
  commit_setting(store, "one");
  const auto first = store.version();
  REQUIRE(first);
  CHECK(*store.setting("key") == "one");
  CHECK(store.version() == first);
  CHECK(as_versioned(store) == &store);
  SUBCASE("our own commit") {
    commit_setting(store, "two");
    REQUIRE(store.version());
    CHECK(store.version() != first);
  }
  SUBCASE("another connection's") {
    SqliteStore other(folder / "clew.db", {});
    CHECK(*other.setting("key") == "one");
    CHECK(store.version() == first);
    CHECK(other.version() == first);
    CHECK(store.is_at(*first));
    commit_setting(other, "two");
    REQUIRE(store.version());
    CHECK(store.version() != first);
    CHECK_FALSE(store.is_at(*first));
    CHECK(store.is_at(*store.version()));
    CHECK_FALSE(store.is_at(""));
    CHECK(store.version() == other.version());
  }
  SUBCASE("a turn that ends without a commit") {
    {
      auto turn = store.begin_write(seconds(5));
      REQUIRE(turn.ok());
      REQUIRE((*turn)->put_setting("key", "never").ok());
      CHECK_FALSE(store.version());
      CHECK_FALSE(store.is_at(*first));
    }
    CHECK(store.version() == first);
    CHECK(store.is_at(*first));
  }
}

TEST_CASE("a store without a write-ahead log has no version") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  {
    SqliteStore store(path, {});
    commit_setting(store, "one");
  }
  {
    auto db = Connection::open(path, {});
    REQUIRE(db.ok());
    REQUIRE((*db)->run("PRAGMA journal_mode = DELETE").ok());
  }
  SqliteStore reader(path, {});
  CHECK(*reader.setting("key") == "one");
  CHECK_FALSE(reader.version());
}

}  // namespace clew
