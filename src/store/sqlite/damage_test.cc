// Somebody changed the store behind clew's back: verify says where, and what is still intact.

#include <doctest/doctest.h>

#include "store/codec/event_codec.h"
#include "testing/damaged_store.h"

namespace clew {
namespace {

struct Damage {
  const char* what;
  const char* sql;
  const char* says;
  uint32_t intact_to;
};
constexpr Damage kDamages[] = {
    {"a changed payload",         "UPDATE events SET data = data || x'00' WHERE seq = 10",         "event 10",                            9 },
    {"a changed time",            "UPDATE events SET at = at + 1 WHERE seq = 10",                  "event 10",                            9 },
    {"a changed kind",            "UPDATE events SET kind = 19 WHERE seq = 10",                    "event 10",                            9 },
    {"a changed actor",
     "INSERT INTO actors VALUES(99, 'eve'); UPDATE events SET actor = 99 WHERE seq = 10",          "event 10",                            9 },
    {"an actor without a name",   "UPDATE events SET actor = 98 WHERE seq = 10",                   "event 10",                            9 },
    {"a renamed actor",           "UPDATE actors SET name = 'eve'",                                "event 1:",                            0 },
    {"a changed way",             "UPDATE events SET via = 2 WHERE seq = 10",                      "event 10",                            9 },
    {"a changed part",            "UPDATE events SET part = 1 WHERE seq = 10",                     "event 10",                            9 },
    {"a changed repair",          "UPDATE events SET repairs = 1 WHERE seq = 10",                  "event 10",                            9 },
    {"a changed salt",            "UPDATE events SET salt = zeroblob(16) WHERE seq = 10",          "event 10",                            9 },
    {"a changed hash",            "UPDATE events SET hash = zeroblob(32) WHERE seq = 10",          "event 10",                            9 },
    {"a payload called redacted", "UPDATE events SET inner = zeroblob(32) WHERE seq = 10",
     "event 10",                                                                                                                          9 },
    {"a deleted event",           "DELETE FROM events WHERE seq = 10",                             "events 10 to 10 are missing",         9 },
    {"two deleted events",        "DELETE FROM events WHERE seq IN (10, 11)",
     "events 10 to 11 are missing",                                                                                                       9 },
    {"a deleted beginning",       "DELETE FROM events WHERE seq < 4",                              "events 1 to 3 are missing",           0 },
    {"a cut end",                 "DELETE FROM events WHERE seq > 60",                             "events after 60 are missing",         60},
    {"all events deleted",        "DELETE FROM events",                                            "no events",                           0 },
    {"a changed snapshot",        "UPDATE snapshots SET data = x'00'",
     "the snapshot at event 32 is damaged",                                                                                               71},
    {"a changed byte of one",
     "UPDATE snapshots SET data = CAST(substr(data, 1, 40) || x'01' || substr(data, 42) AS BLOB)", "the snapshot at event 32 is damaged", 71},
    {"a snapshot of elsewhere",   "UPDATE snapshots SET hash = zeroblob(32)",
     "belongs to another event",                                                                                                          71},
    {"a changed card",            "UPDATE sessions SET card = x''",                                "its list entry does not match",       71},
    {"a changed status",          "UPDATE sessions SET status = 3",                                "its list entry does not match",       71},
    {"a changed content",         "UPDATE blobs SET data = zeroblob(9)",                           "does not match its hash",             71},
    {"a missing content",         "DELETE FROM blobs",                                             "content",                             71},
    {"a renamed session",         "UPDATE sessions SET id = 't'",                                  "event 1:",                            0 },
};

TEST_CASE("whatever was changed, verify finds it and says what is intact") {
  for (const Damage& damage : kDamages) {
    INFO(damage.what);
    DamagedStore damaged;
    damaged.sql(damage.sql);
    const auto whole = damaged.verify();
    REQUIRE_FALSE(whole.problems.empty());
    const SessionId id(std::string(damage.what) == "a renamed session" ? "t" : "s");
    const auto report = damaged.verify(id);
    REQUIRE_FALSE(report.problems.empty());
    INFO(report.problems[0].what);
    CHECK(report.problems[0].what.find(damage.says) != std::string::npos);
    CHECK(report.intact_to == Seq{damage.intact_to});
  }
}

TEST_CASE("a store that nobody touched has no problems") {
  DamagedStore untouched;
  const auto report = untouched.verify();
  CHECK(report.problems.empty());
  CHECK(report.events == 71);
  CHECK(report.snapshots == 2);
  CHECK(report.blobs == 1);
  CHECK(untouched.verify(SessionId("s")).intact_to == Seq{71});
}

TEST_CASE("one changed event is one problem, whatever was derived from it") {
  for (const int seq : {1, 10, 40, 71}) {
    CAPTURE(seq);
    DamagedStore damaged;
    damaged.sql("UPDATE events SET at = at + 1 WHERE seq = " + std::to_string(seq));
    CHECK(damaged.verify(SessionId("s")).problems.size() == 1);
  }
}

TEST_CASE("a short log whose end was cut is found out by its keys") {
  DamagedStore damaged;
  {
    SqliteStore store(damaged.path(), {});
    damaged.add(store, NoteAdded{{}, "keyed", {}}, "a key");
  }
  damaged.sql("DELETE FROM events WHERE seq = 72");
  CHECK(damaged.verify(SessionId("s")).problems[0].what.find("the store refers to event 72") !=
        std::string::npos);
}

TEST_CASE("rows that belong to no session are found") {
  DamagedStore damaged;
  damaged.sql("DELETE FROM sessions");
  CHECK(damaged.verify().problems.size() >= 2);
}

TEST_CASE("a damaged snapshot is passed over, and made again on request") {
  DamagedStore damaged;
  damaged.sql("UPDATE snapshots SET data = x'00'");
  SqliteStore store(damaged.path(), {});
  CHECK(store.load(SessionId("s"), std::nullopt)->head.seq == Seq{71});
  auto transaction = store.begin_write(seconds(5));
  REQUIRE((*transaction)->remake(SessionId("s")).ok());
  REQUIRE((*transaction)->commit().ok());
  transaction->reset();
  CHECK(store.verify(std::nullopt)->problems.empty());
}

TEST_CASE("a snapshot of a large session is packed, and a changed byte in it is noticed too") {
  DamagedStore damaged;
  {
    SqliteStore store(damaged.path(), {});
    for (int i = 0; i < 32; ++i) {
      damaged.add(store, NoteAdded{{}, std::string(400, static_cast<char>('a' + i % 26)), {}});
    }
  }
  CHECK(damaged.verify().problems.empty());
  damaged.sql(
      "UPDATE snapshots SET data = CAST(substr(data, 1, 60) || x'01' || "
      "substr(data, 62) AS BLOB) WHERE seq = 96");
  const auto report = damaged.verify();
  REQUIRE(report.problems.size() == 1);
  CHECK(report.problems[0].what == "the snapshot at event 96 is damaged");
  SqliteStore store(damaged.path(), {});
  CHECK(store.load(SessionId("s"), std::nullopt)->head.seq == Seq{103});
}

TEST_CASE("a missing event is noticed by whoever loads across it") {
  DamagedStore damaged;
  damaged.sql("DELETE FROM events WHERE seq = 68");
  SqliteStore store(damaged.path(), {});
  const auto loaded = store.load(SessionId("s"), std::nullopt);
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().code == ErrorCode::kCorrupt);
}

TEST_CASE("an event that was changed so that nobody can read it is damage for whoever loads it") {
  DamagedStore damaged;
  damaged.sql("UPDATE events SET kind = 4000 WHERE seq = 70");
  SqliteStore store(damaged.path(), {});
  const auto loaded = store.load(SessionId("s"), std::nullopt);
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().code == ErrorCode::kCorrupt);
  CHECK(loaded.error().message == "event 70 of s: it does not match what was recorded");
  CHECK(damaged.verify(SessionId("s")).problems.size() == 1);
}

TEST_CASE("whoever loads a session builds on no event that was changed") {
  for (const char* sql : {"UPDATE events SET data = data || x'00' WHERE seq = 70",
                          "UPDATE events SET at = at + 1 WHERE seq = 70",
                          "UPDATE events SET salt = zeroblob(16) WHERE seq = 70"}) {
    CAPTURE(sql);
    DamagedStore damaged;
    damaged.sql(sql);
    SqliteStore store(damaged.path(), {});
    const auto loaded = store.load(SessionId("s"), std::nullopt);
    REQUIRE_FALSE(loaded.ok());
    CHECK(loaded.error().code == ErrorCode::kCorrupt);
    CHECK(loaded.error().message == "event 70 of s: it does not match what was recorded");
  }
}

TEST_CASE("an event of a newer clew is an error that says so, not damage") {
  DamagedStore damaged;
  SqliteStore store(damaged.path(), {});
  {
    const auto raw = store.read_raw(SessionId("s"), Seq{70}, 2);
    REQUIRE(raw.ok());
    REQUIRE(raw->size() == 2);
    const RawEvent& last = (*raw)[1];
    const Hash hash = chain_hash((*raw)[0].hash, encode_header(SessionId("s"), 4000, last.header),
                                 inner_hash(last.salt, last.payload));
    damaged.sql("UPDATE events SET kind = 4000, hash = x'" + hash.hex() + "' WHERE seq = 71");
  }
  const auto loaded = store.load(SessionId("s"), std::nullopt);
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().code == ErrorCode::kInvalid);
  CHECK(loaded.error().message.find("newer clew") != std::string::npos);
}

TEST_CASE("a page full of nonsense is reported, not fatal") {
  DamagedStore damaged;
  damaged.sql("PRAGMA wal_checkpoint(TRUNCATE)");
  std::string bytes = read_text(damaged.path());
  REQUIRE(bytes.size() > 20 * 2048);
  for (size_t page = 8; page < 20; ++page) bytes.replace(page * 2048, 2048, std::string(2048, 'z'));
  write_text(damaged.path(), bytes);
  write_text(damaged.path() + "-wal", "");
  SqliteStore store(damaged.path(), {});
  const auto report = store.verify(std::nullopt);
  if (report) {
    CHECK_FALSE(report->problems.empty());
  } else {
    CHECK(report.error().code == ErrorCode::kCorrupt);
  }
}

TEST_CASE("a replaced payload that no event speaks of is a problem") {
  DamagedStore damaged;
  SqliteStore store(damaged.path(), {});
  {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE((*transaction)->redact(SessionId("s"), Seq{5}, NoteAdded{{}, "gone", {}}).ok());
    REQUIRE((*transaction)->commit().ok());
  }
  const auto report = damaged.verify(SessionId("s"));
  REQUIRE(report.problems.size() == 1);
  CHECK(report.problems[0].seq == Seq{5});
  CHECK(report.intact_to == Seq{4});
  damaged.add(store, EventRedacted{Seq{5}, sha256(encode_data(NoteAdded{{}, "gone", {}})), ""});
  CHECK(damaged.verify().problems.empty());
  damaged.sql("UPDATE events SET data = data || x'1a0161' WHERE seq = 5");
  CHECK_FALSE(damaged.verify().problems.empty());
}

// The file as it stands without anything in the write-ahead log, with `at` overwritten.
void overwrite(DamagedStore& damaged, size_t at, const std::string& bytes) {
  damaged.sql("PRAGMA wal_checkpoint(TRUNCATE)");
  std::string text = read_text(damaged.path());
  text.replace(at, bytes.size(), bytes);
  write_text(damaged.path(), text);
  write_text(damaged.path() + "-wal", "");
}

TEST_CASE("a store whose header is damaged is corrupt, and a copy beside it is named") {
  struct Row {
    const char* what;
    size_t at;
    std::string bytes;
  };
  const Row rows[] = {
      {"the first bytes", 0, std::string(16, 'z')},
      {"the whole header", 0, std::string(100, '\0')},
      {"the mark alone", 68, "welc"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    DamagedStore damaged;
    overwrite(damaged, row.at, row.bytes);
    SqliteStore store(damaged.path(), {});
    const auto loaded = store.load(SessionId("s"), std::nullopt);
    REQUIRE_FALSE(loaded.ok());
    CHECK(loaded.error().code == ErrorCode::kCorrupt);
    CHECK(loaded.error().next.starts_with("clew restore BACKUP"));
    CHECK(store.begin_write(seconds(1)).error().code == ErrorCode::kCorrupt);
    write_text(damaged.path() + ".v1.bak", "older");
    CHECK(store.load(SessionId("s"), std::nullopt).error().next ==
          "clew restore " + damaged.path() + ".v1.bak");
  }
}

TEST_CASE("a young store, all of it in its write-ahead log, is read from there") {
  TempFolder folder;
  const std::string path = folder / "clew.db";
  {
    SqliteStore store(path, {});
    auto transaction = store.begin_write(seconds(5));
    REQUIRE((*transaction)->put_setting("a", "b").ok());
    REQUIRE((*transaction)->commit().ok());
  }
  REQUIRE(read_text(path).size() < 4096);
  write_text(path, std::string(2048, 'z'));
  const auto read = SqliteStore(path, {}).setting("a");
  REQUIRE(read.ok());
  CHECK(*read == "b");
}

TEST_CASE("a file that never was a store is not one, and is left alone") {
  TempFolder folder;
  const std::string path = folder / "notes.txt";
  const std::string text(4096, 'a');
  write_text(path, text);
  SqliteStore store(path, {});
  const auto error = store.load(SessionId("s"), std::nullopt).error();
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.next.find("clew restore BACKUP") != std::string::npos);
  CHECK(store.replace_by(path).error().code == ErrorCode::kInvalid);
  CHECK(read_text(path) == text);
}

TEST_CASE("a backup takes the place of a store that cannot be read, which is kept") {
  DamagedStore damaged;
  const std::string backup = damaged.path() + ".good";
  REQUIRE(SqliteStore(damaged.path(), {}).backup(backup).ok());
  overwrite(damaged, 0, std::string(16, 'z'));
  const std::string before = read_text(damaged.path());
  const auto kept = SqliteStore(damaged.path(), {}).replace_by(backup);
  REQUIRE(kept.ok());
  CHECK(read_text(*kept) == before);
  CHECK(damaged.verify(SessionId("s")).intact_to == Seq{71});
}

}  // namespace
}  // namespace clew
