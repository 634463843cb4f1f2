#pragma once
// A store with one session "s" of 71 events, and ways to get at it behind clew's back.

#include <doctest/doctest.h>

#include "store/sqlite/sqlite_store.h"
#include "testing/temp_folder.h"

namespace clew {

class DamagedStore {
 public:
  DamagedStore() : path_(folder_ / "clew.db") {
    SqliteStore store(path_, {});
    auto transaction = store.begin_write(seconds(5));
    for (int i = 0; i < 70; ++i) add(**transaction, NoteAdded{{}, "note " + std::to_string(i), {}});
    REQUIRE((*transaction)->put_blob({sha256("content"), "content"}).ok());
    add(**transaction, ArtifactAdded{{}, "a.txt", sha256("content"), 7, 1});
    REQUIRE((*transaction)->commit().ok());
    transaction->reset();
    store.finish();
  }

  void add(EventStore& store, EventData data, const std::string& key = {}) {
    auto transaction = store.begin_write(seconds(5));
    REQUIRE(transaction.ok());
    add(**transaction, std::move(data), key);
    REQUIRE((*transaction)->commit().ok());
  }

  void add(Transaction& transaction, EventData data, const std::string& key = {}) {
    Append append;
    append.session = SessionId("s");
    append.expected = Seq{static_cast<uint32_t>(count_)};
    append.events = {
        {{Seq{static_cast<uint32_t>(++count_)},
          Time{count_ * 1000},
          ActorId("ana"),
          Via::kCli,
          0,
          {}},
         std::move(data)}
    };
    if (!key.empty()) append.key = Idempotency{key, sha256(key)};
    REQUIRE(transaction.append(append).ok());
  }

  // Changes rows, or sets a pragma.
  void sql(const std::string& text) {
    const int changes = run(text);
    if (!text.starts_with("PRAGMA")) CHECK(changes > 0);
  }
  void change_schema(const std::string& text) { run(text); }

  VerifyReport verify(const std::optional<SessionId>& session = std::nullopt) {
    SqliteStore store(path_, {});
    auto report = store.verify(session);
    REQUIRE_MESSAGE(report.ok(), report.error().message);
    return *report;
  }
  // Every byte of the store's files.
  std::string bytes() const {
    std::string all;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) all += read_text(path_ + suffix);
    return all;
  }
  const std::string& path() const { return path_; }

 private:
  // How many rows it changed.
  int run(const std::string& text) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(path_.c_str(), &db) == SQLITE_OK);
    char* message = nullptr;
    const int code = sqlite3_exec(db, text.c_str(), nullptr, nullptr, &message);
    CHECK_MESSAGE(code == SQLITE_OK, text, ": ", message == nullptr ? "" : message);
    const int changes = sqlite3_total_changes(db);
    sqlite3_free(message);
    sqlite3_close(db);
    return changes;
  }

  TempFolder folder_;
  std::string path_;
  int64_t count_ = 0;
};

}  // namespace clew
