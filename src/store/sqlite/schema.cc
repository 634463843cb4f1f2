#include "store/sqlite/schema.h"

#include <filesystem>

#include "sqlite/preconditions.h"
#include "sqlite/statement.h"
#include "store/sqlite/damage.h"

namespace clew {
namespace {

constexpr Migration kMigrations[] = {
    {1, "the first tables", R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE actors(actor INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE projects(project INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE sessions(
  sid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, parent INT, fork_seq INT, project INT,
  status INT NOT NULL, created INT NOT NULL, touched INT NOT NULL, indexed INT NOT NULL,
  card BLOB NOT NULL);
CREATE INDEX sessions_by_time ON sessions(touched, status);
CREATE INDEX sessions_by_project ON sessions(project, touched, status);
CREATE INDEX sessions_by_parent ON sessions(parent) WHERE parent IS NOT NULL;
CREATE TABLE touched_by(
  sid INT NOT NULL, actor INT NOT NULL, PRIMARY KEY(sid, actor)) WITHOUT ROWID;
CREATE TABLE events(
  sid INT NOT NULL, seq INT NOT NULL, at INT NOT NULL, kind INT NOT NULL, actor INT NOT NULL,
  via INT NOT NULL, part INT NOT NULL, repairs INT NOT NULL, data BLOB NOT NULL, salt BLOB,
  inner BLOB, hash BLOB NOT NULL, PRIMARY KEY(sid, seq)) WITHOUT ROWID;
CREATE TABLE snapshots(
  sid INT NOT NULL, seq INT NOT NULL, hash BLOB NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY(sid, seq)) WITHOUT ROWID;
CREATE TABLE idem(
  key BLOB PRIMARY KEY, request BLOB NOT NULL, sid INT NOT NULL, seq INT NOT NULL) WITHOUT ROWID;
CREATE TABLE blobs(hash BLOB NOT NULL UNIQUE, size INT NOT NULL, data BLOB NOT NULL);
CREATE TABLE blob_uses(
  hash BLOB NOT NULL, sid INT NOT NULL, PRIMARY KEY(hash, sid)) WITHOUT ROWID;
CREATE INDEX blob_uses_by_session ON blob_uses(sid);
CREATE TABLE unindexed(sid INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE words USING fts5(
  body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
)sql"},
    {2, "ids as hashed",    R"sql(
CREATE TABLE hashed_ids(sid INTEGER PRIMARY KEY, id TEXT NOT NULL);
CREATE INDEX hashed_ids_by_id ON hashed_ids(id);
)sql"},
};

// The first name that is free: an earlier copy is never overwritten.
std::string backup_name(const std::string& path, int version) {
  std::string name = path + ".v" + std::to_string(version) + ".bak";
  for (int i = 2; presence_of(name) != Presence::kMissing; ++i) {
    name = path + ".v" + std::to_string(version) + "." + std::to_string(i) + ".bak";
  }
  return name;
}

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

// Decides by the application id in the file's header whether the file is a store at all. A file
// without tables and without an id is empty and may become one; anything else is left alone.
Result<SchemaState> inspect_schema(Connection& db, int newest) {
  auto id = db.integer("PRAGMA application_id");
  if (!id && id.error().code == ErrorCode::kCorrupt) return unreadable_store(db.path());
  if (!id) return id.error();
  if (*id != kApplicationId) {
    const auto tables = db.integer("SELECT count(*) FROM sqlite_schema");
    if (!tables && tables.error().code != ErrorCode::kCorrupt) return tables.error();
    if (tables && *id == 0 && *tables == 0) return SchemaState::kEmpty;
    // Somebody else may have made the store in between: tables and mark come in one transaction.
    if (tables) id = db.integer("PRAGMA application_id");
    if (!tables || !id || *id != kApplicationId) return unreadable_store(db.path());
  }
  CLEW_ASSIGN(const int64_t version, db.integer("PRAGMA user_version"));
  if (version > newest) {
    const auto writer = db.text("SELECT value FROM meta WHERE key = 'written_by'");
    return make_error(ErrorCode::kInvalid,
                      "this store has schema " + std::to_string(version) + ", written by " +
                          writer.value_or("a newer clew") + "; this clew supports up to " +
                          std::to_string(newest),
                      db.path(), "use a newer clew");
  }
  return version < newest ? SchemaState::kOlder : SchemaState::kCurrent;
}

// All steps and the version are one transaction, after a copy of the old store. So a store is at
// one version or at the other, and never between them.
Status bring_up_to_date(Connection& db, std::span<const Migration> steps, const std::string& writer,
                        std::vector<std::string>& notices) {
  const int newest = steps.back().version;
  CLEW_ASSIGN(const SchemaState state, inspect_schema(db, newest));
  if (state == SchemaState::kCurrent) return success();
  CLEW_ASSIGN(const int64_t before, db.integer("PRAGMA user_version"));
  if (state == SchemaState::kOlder) {
    const std::string copy = backup_name(db.path(), static_cast<int>(before));
    CLEW_TRY(copy_store(db, copy));
    notices.push_back("the store was upgraded from schema " + std::to_string(before) + " to " +
                      std::to_string(newest) + "; a copy of the old store is kept at " + copy);
  }
  CLEW_TRY(db.run("BEGIN IMMEDIATE"));
  const auto climb = [&]() -> Status {
    for (const Migration& step : steps) {
      if (step.version > before) CLEW_TRY(db.run(step.sql));
    }
    Statement sign(db, "INSERT OR REPLACE INTO meta(key, value) VALUES('written_by', ?1)");
    CLEW_TRY(sign.bind(writer).run());
    const std::string marks = "PRAGMA application_id = " + std::to_string(kApplicationId) +
                              "; PRAGMA user_version = " + std::to_string(newest);
    return db.run(marks.c_str());
  };
  const Status climbed = climb();
  if (climbed) return db.commit();
  CLEW_TRY(db.roll_back());
  return climbed;
}

// The copy is made through SQLite, page by page, and never by copying the file: opening it
// otherwise would drop the locks of this process.
Status copy_store(Connection& from, const std::string& path, const std::string& vfs) {
  if (presence_of(path) != Presence::kMissing) {
    return make_error(ErrorCode::kInvalid, "the file already exists", path, "choose another name");
  }
  CLEW_TRY(make_folder_for(path));
  CLEW_TRY(make_new_private_file(path));
  auto to = Connection::open(path, {ConnectionMode::Access::kReadWrite, vfs});
  if (!to) return to.error();
  const Status copied = overwrite_store(from, **to);
  std::error_code ignored;
  if (!copied) std::filesystem::remove(path, ignored);
  return copied;
}

// All pages in one step, under the source's read lock.
Status overwrite_store(Connection& from, Connection& to) {
  sqlite3_backup* copy = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
  if (copy == nullptr) return to.error(sqlite3_extended_errcode(to.handle()));
  const int stepped = sqlite3_backup_step(copy, -1);
  const int finished = sqlite3_backup_finish(copy);
  if (stepped == SQLITE_DONE && finished == SQLITE_OK) return success();
  return sqlite_error(stepped == SQLITE_DONE ? finished : stepped, "the copy was not finished",
                      to.path());
}

}  // namespace clew
