// What is particular to SQLite: its files, their rights, and whom the store refuses.

#include "store/sqlite/sqlite_store.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "store/sqlite/long_lived_test.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

Status start(EventStore& store, const std::string& id, const std::string& goal = "goal") {
  auto transaction = store.begin_write(seconds(5));
  if (!transaction) return transaction.error();
  Append append;
  append.session = SessionId(id);
  SessionStarted started;
  started.goal = goal;
  append.events = {
      {{Seq{1}, Time{1000}, ActorId("ana"), Via::kCli, 0, {}}, started}
  };
  CLEW_TRY((*transaction)->append(append));
  return (*transaction)->commit();
}

void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
  char* message = nullptr;
  const int code = sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &message);
  CHECK_MESSAGE(code == SQLITE_OK, sql, ": ", message == nullptr ? "" : message);
  sqlite3_free(message);
  sqlite3_close(db);
}

std::string answer(const std::string& path, const std::string& sql) {
  auto db = Connection::open(path, {});
  REQUIRE(db.ok());
  const auto text = (*db)->text(sql.c_str());
  return text.ok() ? *text : "error: " + text.error().message;
}

int permissions_of(const std::string& path) {
  struct stat about{};
  REQUIRE(::stat(path.c_str(), &about) == 0);
  return static_cast<int>(about.st_mode & 0777);
}

TEST_CASE("the store and all that stands beside it belong to their owner alone") {
  const TempFolder folder;
  const std::string path = folder / "data/clew.db";
  const mode_t before = ::umask(0);
  SqliteStore store(path, {});
  REQUIRE(start(store, "s").ok());
  CHECK(permissions_of(folder / "data") == 0700);
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
    INFO(suffix);
    CHECK(permissions_of(path + suffix) == 0600);
  }
  ::umask(before);
}

TEST_CASE("the store is in WAL mode, synced in full, with small pages, under its own name") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  {
    SqliteStore store(path, {});
    REQUIRE(start(store, "s").ok());
  }
  CHECK(answer(path, "PRAGMA journal_mode") == "wal");
  CHECK(answer(path, "PRAGMA synchronous") == "2");
  CHECK(answer(path, "PRAGMA page_size") == "2048");
  CHECK(answer(path, "PRAGMA application_id") == std::to_string(kApplicationId));
  CHECK(answer(path, "PRAGMA user_version") == std::to_string(newest_schema()));
}

TEST_CASE("a file that is no store is refused by its path, and left as it is") {
  const TempFolder folder;
  const std::string text = folder / "notes.txt";
  write_text(text, std::string(5000, 'n'));
  const std::string other = folder / "other.db";
  run_sql(other, "CREATE TABLE t(a)");
  const std::string before = read_text(other);
  std::filesystem::create_directory(folder / "folder");
  const auto count = [&] {
    const std::filesystem::directory_iterator entries(folder.path());
    return std::distance(begin(entries), end(entries));
  };
  REQUIRE(count() == 3);
  for (const std::string& path : {text, other, folder / "folder"}) {
    INFO(path);
    // Who writes first asks nothing before.
    SqliteStore writer(path, {});
    const auto begun = start(writer, "s");
    REQUIRE_FALSE(begun.ok());
    CHECK(begun.error().code == ErrorCode::kInvalid);
    SqliteStore store(path, {});
    const auto read = store.list({});
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().code == ErrorCode::kInvalid);
    CHECK(read.error().subject == path);
    const auto written = start(store, "s");
    REQUIRE_FALSE(written.ok());
    CHECK(written.error().code == ErrorCode::kInvalid);
  }
  CHECK(read_text(text) == std::string(5000, 'n'));
  CHECK(read_text(other) == before);
  CHECK(count() == 3);  // nothing was put beside them
}

TEST_CASE("an empty file becomes a store with the first write") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  write_text(path, "");
  SqliteStore store(path, {});
  CHECK(store.list({})->empty());
  CHECK(start(store, "s").ok());
  CHECK(store.list({})->size() == 1);
}

TEST_CASE("a store from the future is refused untouched, and says who wrote it") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  StoreOptions options;
  options.writer = "clew 9.9";
  {
    SqliteStore store(path, options);
    REQUIRE(start(store, "s").ok());
  }
  run_sql(path, "PRAGMA user_version = 77; PRAGMA wal_checkpoint(TRUNCATE)");
  const std::string before = read_text(path);
  SqliteStore store(path, {});
  for (const auto& refused : {store.list({}).error(), start(store, "t").error()}) {
    CHECK(refused.code == ErrorCode::kInvalid);
    CHECK(refused.message.find("schema 77, written by clew 9.9") != std::string::npos);
  }
  CHECK(read_text(path) == before);
}

TEST_CASE("one-shot commands leave a short write-ahead log behind") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  size_t longest = 0;
  for (int i = 0; i < 60; ++i) {
    SqliteStore store(path, {});
    REQUIRE(start(store, "s" + std::to_string(i)).ok());
    store.finish();
    longest = std::max(longest, static_cast<size_t>(std::filesystem::file_size(path + "-wal")));
  }
  CHECK(longest < 100 * 2100);
}

TEST_CASE("a long-lived process tidies up as it goes and when it ends") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  StoreOptions options;
  options.lifespan = Lifespan::kLongLived;
  {
    SqliteStore store(path, options);
    for (int i = 0; i < 300; ++i) REQUIRE(start(store, "s" + std::to_string(i)).ok());
    CHECK(std::filesystem::file_size(path + "-wal") < 1100 * 2100);
  }
  CHECK(std::filesystem::file_size(path + "-wal") == 0);
}

TEST_CASE("a store that was replaced under a long-lived process is opened anew") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, {});
  REQUIRE(start(store, "old").ok());
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  REQUIRE(start(store, "new").ok());
  CHECK(SqliteStore(path, {}).list({})->size() == 1);
}

TEST_CASE(
    "a store that was removed or replaced under a long-lived process is noticed by the next read") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  REQUIRE(start(store, "old").ok());
  REQUIRE(store.list({})->size() == 1);
  REQUIRE(store.summary(SessionId("old")).ok());
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  SUBCASE("nothing is in it any more") { CHECK(store.list({})->empty()); }
  SUBCASE("nor what was asked before") {
    CHECK(store.summary(SessionId("old")).error().code == ErrorCode::kNotFound);
    CHECK(store.load(SessionId("old"), std::nullopt).error().code == ErrorCode::kNotFound);
  }
  SUBCASE("another one is read") {
    REQUIRE(start(*std::make_unique<SqliteStore>(path, StoreOptions()), "new").ok());
    REQUIRE(store.list({})->size() == 1);
    CHECK(store.list({})->at(0).id == SessionId("new"));
  }
  SUBCASE("another one that was moved to its place is read") {
    const std::string made = folder / "made.db";
    REQUIRE(start(*std::make_unique<SqliteStore>(made, StoreOptions()), "new").ok());
    for (const char* suffix : {"-wal", "-shm", ""}) {
      std::filesystem::rename(made + suffix, path + suffix);
    }
    CHECK(store.load(SessionId("new"), std::nullopt).ok());
    REQUIRE(start(store, "next").ok());
    CHECK(store.list({})->size() == 2);
  }
}

TEST_CASE("a snapshot begins with the store that is there now, and stays with it") {
  const TempFolder folder;
  const std::string path = folder / "clew.db";
  SqliteStore store(path, long_lived());
  REQUIRE(start(store, "old").ok());
  auto before = store.snapshot();
  REQUIRE(before.ok());
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(path + suffix);
  SUBCASE("another process makes the new one") {
    REQUIRE(start(*std::make_unique<SqliteStore>(path, StoreOptions()), "new").ok());
  }
  SUBCASE("the store makes it itself, behind the lock that is there now") {
    REQUIRE(start(store, "new").ok());
    CHECK(std::filesystem::exists(path + ".lock"));
  }
  const auto after = store.snapshot();
  REQUIRE(after.ok());
  CHECK((*before)->summary(SessionId("old")).ok());
  CHECK_FALSE((*before)->summary(SessionId("new")).ok());
  CHECK((*after)->summary(SessionId("new")).ok());
  CHECK_FALSE((*after)->summary(SessionId("old")).ok());
  before->reset();
  CHECK(store.summary(SessionId("new")).ok());
}

// Runs `body` in a child as somebody without rights; true when it returned true.
template <class Body>
bool as_nobody(Body&& body) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(3);
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_CASE("a store that cannot be written is read, and a write says what to do") {
  const TempFolder folder;
  const std::string path = folder / "sub/clew.db";
  {
    SqliteStore store(path, {});
    REQUIRE(start(store, "s", "find me").ok());
  }
  const auto reads_but_does_not_write = [&] {
    SqliteStore store(path, {});
    const auto listed = store.list({});
    const auto found = store.search({"find", {}, {}, 5});
    const auto refused = start(store, "t");
    return listed.ok() && listed->size() == 1 && found.ok() && found->size() == 1 &&
           !refused.ok() && refused.error().code == ErrorCode::kNotAllowed &&
           refused.error().next.find("CLEW_STORE") != std::string::npos;
  };
  ::chmod(folder.path().c_str(), 0755);
  ::chmod((folder / "sub").c_str(), 0555);
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) ::chmod((path + suffix).c_str(), 0444);
  SUBCASE("with its log and shared memory beside it") {
    CHECK(as_nobody(reads_but_does_not_write));
  }
  SUBCASE("tidied up and alone") {
    ::chmod(path.c_str(), 0644);
    run_sql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
    ::chmod(path.c_str(), 0444);
    for (const char* suffix : {"-wal", "-shm", ".lock"}) std::filesystem::remove(path + suffix);
    CHECK(as_nobody(reads_but_does_not_write));
  }
  ::chmod((folder / "sub").c_str(), 0755);
}

TEST_CASE("a store in a folder that is closed to us is not taken for none") {
  const TempFolder folder;
  const std::string path = folder / "sub/clew.db";
  REQUIRE(start(*std::make_unique<SqliteStore>(path, StoreOptions()), "s").ok());
  ::chmod(folder.path().c_str(), 0755);
  ::chmod((folder / "sub").c_str(), 0700);
  CHECK(as_nobody([&] {
    SqliteStore store(path, {});
    const auto listed = store.list({});
    return !listed.ok() && listed.error().code == ErrorCode::kNotAllowed &&
           listed.error().next.find("CLEW_STORE") != std::string::npos;
  }));
}

TEST_CASE("a store whose folder cannot be made says so") {
  const TempFolder folder;
  ::chmod(folder.path().c_str(), 0755);
  CHECK(as_nobody([&] {
    SqliteStore store(folder / "no/clew.db", {});
    const auto refused = start(store, "s");
    return store.list({}).ok() && !refused.ok() && refused.error().code == ErrorCode::kNotAllowed &&
           !refused.error().next.empty();
  }));
}

}  // namespace
}  // namespace clew
