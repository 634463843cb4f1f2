// The danger for which SQLite before 3.51.3 is refused: a checkpoint that looked at the write-ahead
// log just before another connection started it anew takes the new log for checkpointed, and its
// pages never reach the database. Here the other connection writes exactly then.

#include <doctest/doctest.h>

#include <functional>
#include <utility>

#include "power/shim_vfs.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

class InterruptedCheckpoint : public ShimVfs {
 public:
  InterruptedCheckpoint() : ShimVfs("clew-interrupted") {}
  // Runs once, in the middle of the next checkpoint: SQLite lets go of its mapped pages there.
  std::function<void()> meanwhile;

  int unfetch(File& file, sqlite3_int64 offset, void* page) override {
    const int code = ShimVfs::unfetch(file, offset, page);
    if (page == nullptr && meanwhile) std::exchange(meanwhile, nullptr)();
    return code;
  }
};

class Db {
 public:
  Db(const std::string& path, const char* vfs) {
    REQUIRE(sqlite3_open_v2(path.c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs) ==
            SQLITE_OK);
    run("PRAGMA wal_autocheckpoint = 0");
  }
  ~Db() { sqlite3_close(db_); }
  void run(const char* sql) {
    CHECK(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  void checkpoint() {
    CHECK(sqlite3_wal_checkpoint_v2(db_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr) ==
          SQLITE_OK);
  }
  std::string integrity() {
    std::string answer;
    const auto keep = [](void* out, int, char** values, char**) {
      *static_cast<std::string*>(out) += values[0];
      return 0;
    };
    if (sqlite3_exec(db_, "PRAGMA integrity_check", keep, &answer, nullptr) != SQLITE_OK) {
      return sqlite3_errmsg(db_);
    }
    return answer;
  }

 private:
  sqlite3* db_ = nullptr;
};

TEST_CASE("a log that is begun anew during a checkpoint keeps all its pages") {
  const TempFolder folder;
  const std::string path = folder / "reset.db";
  InterruptedCheckpoint vfs;
  bool interrupted = false;
  {
    Db first(path, vfs.name().c_str());
    first.run("PRAGMA journal_mode = WAL");
    first.run("CREATE TABLE rows(id INTEGER PRIMARY KEY, filler BLOB)");
    first.run(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) "
        "INSERT INTO rows SELECT i, randomblob(600) FROM n");
    first.run("CREATE INDEX by_filler ON rows(filler)");
    first.checkpoint();

    Db second(path, nullptr);
    second.run("UPDATE rows SET filler = randomblob(600)");
    second.checkpoint();  // everything is in the database: the next writer begins the log anew
    vfs.meanwhile = [&] {
      interrupted = true;
      second.run("UPDATE rows SET filler = randomblob(600) WHERE id < 5");
    };
    first.checkpoint();
    second.run("UPDATE rows SET filler = randomblob(600)");
    second.checkpoint();
  }
  CHECK(interrupted);
  CHECK(Db(path, nullptr).integrity() == "ok");
}

}  // namespace
}  // namespace clew
