// What was redacted or forgotten is not in any file any more.

#include <doctest/doctest.h>

#include "store/codec/event_codec.h"
#include "testing/damaged_store.h"

namespace clew {
namespace {

constexpr const char* kSecret = "hunter2quadrangle";

// Written as the command does it.
void redact(DamagedStore& damaged, SqliteStore& store, Seq seq, const EventData& instead) {
  {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE((*transaction)->redact(SessionId("s"), seq, instead).ok());
    REQUIRE((*transaction)->commit().ok());
  }
  damaged.add(store, EventRedacted{seq, sha256(encode_data(instead)), "secret"});
}

TEST_CASE("redacted bytes are nowhere in the files afterwards") {
  DamagedStore damaged;
  SqliteStore store(damaged.path(), {});
  // In a payload, in snapshots that have come and gone, in the card's step, and in the index.
  damaged.add(store, NoteAdded{{}, std::string("password ") + kSecret, {}});
  {
    auto transaction = store.begin_write(seconds(5));
    for (int i = 0; i < 200; ++i) {
      damaged.add(**transaction, NoteAdded{{}, "after " + std::to_string(i), {}});
    }
    REQUIRE((*transaction)->commit().ok());
  }
  REQUIRE(store.search({kSecret, {}, {}, 5})->size() == 1);
  REQUIRE(damaged.bytes().find(kSecret) != std::string::npos);
  redact(damaged, store, Seq{72}, NoteAdded{{}, "[redacted]", {}});
  CHECK(store.notices().empty());
  CHECK(damaged.bytes().find(kSecret) == std::string::npos);
  CHECK(damaged.bytes().find("hunter2") == std::string::npos);
  CHECK(store.search({kSecret, {}, {}, 5})->empty());
  CHECK(store.verify(std::nullopt)->problems.empty());
  damaged.sql(
      std::string("CREATE VIRTUAL TABLE terms USING fts5vocab(words, row);"
                  "CREATE TABLE found(n); INSERT INTO found SELECT count(*) FROM terms "
                  "WHERE term LIKE 'hunter%'; DELETE FROM found WHERE n = 0;"
                  "INSERT INTO settings SELECT 'terms', count(*) FROM found"));
  CHECK(*store.setting("terms") == "0");
}

TEST_CASE("forgotten bytes are nowhere in the files afterwards") {
  DamagedStore damaged;
  SqliteStore store(damaged.path(), {});
  damaged.add(store, NoteAdded{{}, kSecret, {}});
  const std::string content = std::string("incompressible ") + kSecret;
  {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE((*transaction)->put_blob({sha256(content), content}).ok());
    REQUIRE((*transaction)->commit().ok());
  }
  damaged.add(store, ArtifactAdded{{}, std::string(kSecret) + ".txt", sha256(content), 9, 1});
  {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE((*transaction)->forget(SessionId("s")).ok());
    REQUIRE((*transaction)->commit().ok());
  }
  CHECK(store.notices().empty());
  CHECK(damaged.bytes().find(kSecret) == std::string::npos);
  CHECK(damaged.bytes().find("note 12") == std::string::npos);
  CHECK(store.verify(std::nullopt)->problems.empty());
}

TEST_CASE("a reader that keeps erased bytes in the log is named in a notice") {
  DamagedStore damaged;
  SqliteStore store(damaged.path(), {});
  damaged.add(store, NoteAdded{{}, kSecret, {}});
  sqlite3* reader = nullptr;
  REQUIRE(sqlite3_open(damaged.path().c_str(), &reader) == SQLITE_OK);
  REQUIRE(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM events", nullptr, nullptr, nullptr) ==
          SQLITE_OK);
  redact(damaged, store, Seq{72}, NoteAdded{{}, "gone", {}});
  sqlite3_close_v2(reader);
  REQUIRE(store.notices().size() == 1);
}

}  // namespace
}  // namespace clew
