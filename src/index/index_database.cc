#include "index/index_database.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "sqlite/preconditions.h"
#include "sqlite/statement.h"

namespace clew {
namespace {

constexpr int64_t kIndexApplicationId = 0x636C6578;  // "clex"
constexpr int64_t kIndexSchema = 1;
constexpr const char* kIndexTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files(
  file INTEGER PRIMARY KEY, path BLOB NOT NULL, size INT NOT NULL, inode INT NOT NULL,
  modified INT NOT NULL, changed INT NOT NULL, state INT NOT NULL, content BLOB NOT NULL,
  shape BLOB);
CREATE TABLE outlines(file INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE names(name INT NOT NULL, file INT NOT NULL, PRIMARY KEY(name, file)) WITHOUT ROWID;
)sql";

Error damaged_index(const std::string& path) {
  return make_error(ErrorCode::kCorrupt, "the code index is damaged", path, "clew code index");
}

// Every object of the schema is one of these, and all of them are there.
Result<bool> has_own_schema(Connection& db) {
  const std::string_view own(kIndexTables);
  size_t objects = 0;
  Statement rows(db, "SELECT sql FROM sqlite_schema ORDER BY rowid");
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) break;
    ++objects;
    const size_t at = own.find("\n" + rows.text(0) + ";\n");
    if (at == std::string_view::npos) return false;
  }
  return objects == static_cast<size_t>(std::count(own.begin(), own.end(), ';'));
}

enum class Found { kOwn, kEmpty, kOther };

Result<Found> look_at(Connection& db, const std::string& root, int extractor) {
  CLEW_ASSIGN(const int64_t id, db.integer("PRAGMA application_id"));
  CLEW_ASSIGN(const int64_t objects, db.integer("SELECT count(*) FROM sqlite_schema"));
  if (id == 0 && objects == 0) return Found::kEmpty;
  CLEW_ASSIGN(const int64_t schema, db.integer("PRAGMA user_version"));
  if (id != kIndexApplicationId || schema != kIndexSchema) return Found::kOther;
  CLEW_ASSIGN(const bool is_own, has_own_schema(db));
  if (!is_own) return Found::kOther;
  CLEW_ASSIGN(const std::string made_by, db.text("SELECT value FROM meta WHERE key = 'extractor'"));
  CLEW_ASSIGN(const std::string made_for, db.text("SELECT value FROM meta WHERE key = 'root'"));
  return made_by == std::to_string(extractor) && made_for == root ? Found::kOwn : Found::kOther;
}

Status make_tables(Connection& db, const std::string& root, int extractor) {
  CLEW_TRY(db.run("BEGIN IMMEDIATE"));
  const auto make = [&]() -> Status {
    CLEW_TRY(db.run(kIndexTables));
    Statement meta(db, "INSERT INTO meta(key, value) VALUES('extractor', ?1), ('root', ?2)");
    CLEW_TRY(meta.bind(std::to_string(extractor), root).run());
    const std::string marks = "PRAGMA application_id = " + std::to_string(kIndexApplicationId) +
                              "; PRAGMA user_version = " + std::to_string(kIndexSchema);
    return db.run(marks.c_str());
  };
  const Status made = make();
  if (made) return db.commit();
  CLEW_TRY(db.roll_back());
  return made;
}

Result<std::unique_ptr<Connection>> connect(const std::string& path) {
  CLEW_ASSIGN(auto db, Connection::open(path, {}));
  // Outlines are a kilobyte or two: on pages of 4 KiB a quarter of the file would be empty.
  CLEW_TRY(db->run("PRAGMA page_size = 16384"));
  // After a power cut the last updates may be missing; they are made again.
  const bool is_local = journal_at(path) == JournalMode::kWal;
  CLEW_TRY(db->run(is_local ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
                            : "PRAGMA journal_mode = DELETE; PRAGMA synchronous = NORMAL"));
  CLEW_TRY(
      db->run("PRAGMA cache_size = -8192; PRAGMA wal_autocheckpoint = 0;"
              "PRAGMA journal_size_limit = 4194304"));
  return db;
}

// Nobody opens it meanwhile; who has it open keeps reading the old one.
Status throw_away(const std::string& path) {
  for (const char* part : {"-shm", "-wal", "-journal", ""}) {
    const std::string name = path + part;
    if (presence_of(name) == Presence::kMissing) continue;
    if (std::remove(name.c_str()) != 0) {
      return make_error(ErrorCode::kNotAllowed, "cannot replace the damaged code index", name,
                        "remove it");
    }
  }
  return success();
}

Result<std::unique_ptr<Connection>> open_own(const std::string& path, const std::string& root,
                                             int extractor) {
  CLEW_TRY(make_private_file(path));
  CLEW_ASSIGN(auto db, connect(path));
  CLEW_ASSIGN(const Found found, look_at(*db, root, extractor));
  if (found == Found::kOther) return damaged_index(path);
  if (found == Found::kEmpty) CLEW_TRY(make_tables(*db, root, extractor));
  return db;
}

SourceState state_from(int64_t stored) {
  const bool known = stored >= 0 && stored <= static_cast<int64_t>(SourceState::kGenerated);
  return known ? static_cast<SourceState>(stored) : SourceState::kGivenUp;
}

}  // namespace

int64_t name_key(std::string_view name, NameUse use) {
  // FNV-1a, folded to 46 bits: SQLite keeps such a number in six bytes.
  uint64_t hash = 14695981039346656037u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  hash = (hash ^ (hash >> 46)) & ((uint64_t{1} << 46) - 1);
  return static_cast<int64_t>(hash << 1 | static_cast<uint64_t>(use));
}

std::vector<int64_t> name_keys(const FileOutline& outline) {
  std::vector<int64_t> keys;
  keys.reserve(outline.definitions.size() + outline.mentions.size());
  for (const auto& each : outline.definitions)
    keys.push_back(name_key(each.name, NameUse::kDefined));
  for (const auto& each : outline.mentions)
    keys.push_back(name_key(each.name, NameUse::kMentioned));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

Result<std::unique_ptr<IndexDatabase>> IndexDatabase::open(const std::string& path,
                                                           const std::string& root, int extractor,
                                                           Keep keep) {
  CLEW_TRY(check_sqlite_version(sqlite3_libversion_number()));
  if (keep == Keep::kNothing) CLEW_TRY(throw_away(path));
  auto db = open_own(path, root, extractor);
  const bool is_broken = !db && db.error().code == ErrorCode::kCorrupt;
  if (is_broken) {
    CLEW_TRY(throw_away(path));
    db = open_own(path, root, extractor);
  }
  if (!db) return db.error();
  return std::unique_ptr<IndexDatabase>(new IndexDatabase(std::move(*db)));
}

Result<std::unique_ptr<IndexDatabase>> IndexDatabase::open_existing(const std::string& path,
                                                                    const std::string& root,
                                                                    int extractor) {
  const Error none =
      make_error(ErrorCode::kNotFound, "there is no code index", path, "clew code index");
  CLEW_TRY(check_sqlite_version(sqlite3_libversion_number()));
  if (presence_of(path) == Presence::kMissing) return none;
  CLEW_ASSIGN(auto db, Connection::open(path, {ConnectionMode::Access::kReadOnly, {}}));
  const auto found = look_at(*db, root, extractor);
  if (!found || *found != Found::kOwn) return none;
  return std::unique_ptr<IndexDatabase>(new IndexDatabase(std::move(db)));
}

void IndexDatabase::checkpoint() {
  sqlite3_wal_checkpoint_v2(db_->handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

Result<std::vector<FileRow>> IndexDatabase::files() {
  std::vector<FileRow> out;
  Statement rows(*db_, "SELECT file, path, size, inode, modified, changed, state FROM files");
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return out;
    FileRow& row = out.emplace_back();
    row.file = rows.integer(0);
    row.path = rows.text(1);
    row.stamp = {static_cast<uint64_t>(rows.integer(2)), static_cast<uint64_t>(rows.integer(3)),
                 rows.integer(4), rows.integer(5)};
    row.state = state_from(rows.integer(6));
  }
}

Result<Hash> IndexDatabase::content_of(int64_t file) {
  Statement row(*db_, "SELECT content FROM files WHERE file = ?1");
  CLEW_ASSIGN(const bool found, row.bind(file).step());
  return found ? row.hash(0) : Hash{};
}

Result<std::string> IndexDatabase::path_of(int64_t file) {
  Statement row(*db_, "SELECT path FROM files WHERE file = ?1");
  CLEW_ASSIGN(const bool found, row.bind(file).step());
  return found ? row.text(0) : std::string();
}

Status IndexDatabase::visit_shapes(
    const std::function<void(const std::string& path, const Hash& shape)>& take) {
  Statement rows(*db_, "SELECT path, shape FROM files WHERE shape IS NOT NULL ORDER BY path");
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return success();
    take(rows.text(0), rows.hash(1));
  }
}

Result<FileOutline> IndexDatabase::outline(int64_t file, OutlineParts parts) {
  Statement row(*db_, "SELECT bytes FROM outlines WHERE file = ?1");
  CLEW_ASSIGN(const bool found, row.bind(file).step());
  if (!found) return FileOutline{};
  return decode_outline(row.bytes(0), parts);
}

Result<std::vector<int64_t>> IndexDatabase::files_with(int64_t name_key) {
  std::vector<int64_t> out;
  Statement rows(*db_, "SELECT file FROM names WHERE name = ?1");
  rows.bind(name_key);
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return out;
    out.push_back(rows.integer(0));
  }
}

Status IndexDatabase::visit_encoded(
    const std::function<Status(int64_t file, BytesView outline)>& take) {
  Statement rows(*db_, "SELECT file, bytes FROM outlines");
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return success();
    CLEW_TRY(take(rows.integer(0), rows.bytes(1)));
  }
}

Status IndexDatabase::visit_outlines(
    OutlineParts parts, const std::function<Status(int64_t file, FileOutline outline)>& take) {
  return visit_encoded([&](int64_t file, BytesView bytes) -> Status {
    CLEW_ASSIGN(FileOutline outline, decode_outline(bytes, parts));
    return take(file, std::move(outline));
  });
}

Result<IndexDatabase::PutFile> IndexDatabase::put(int64_t file, const FileRecord& record) {
  std::vector<int64_t> new_names = record.names;
  if (file != 0) {
    CLEW_ASSIGN(const FileOutline old, outline(file, OutlineParts::kAll));
    const std::vector<int64_t> before = name_keys(old);
    std::vector<int64_t> gone;
    std::set_difference(before.begin(), before.end(), record.names.begin(), record.names.end(),
                        std::back_inserter(gone));
    new_names.clear();
    std::set_difference(record.names.begin(), record.names.end(), before.begin(), before.end(),
                        std::back_inserter(new_names));
    CLEW_TRY(remove_names(file, gone));
    CLEW_TRY(remove_rows(file));
  }
  Statement row(*db_,
                "INSERT INTO files(file, path, size, inode, modified, changed, state, content, "
                "shape) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
  const bool has_outline = !record.outline.empty();
  const FileStamp& stamp = record.stamp;
  CLEW_TRY(row.bind(file == 0 ? std::optional<int64_t>() : std::optional(file),
                    BytesView(record.path), static_cast<int64_t>(stamp.size),
                    static_cast<int64_t>(stamp.inode), stamp.modified_ns, stamp.changed_ns,
                    static_cast<int>(record.state), record.content,
                    has_outline ? std::optional(record.shape) : std::nullopt)
               .run());
  if (file == 0) file = sqlite3_last_insert_rowid(db_->handle());
  if (has_outline) {
    Statement outline(*db_, "INSERT INTO outlines(file, bytes) VALUES(?1, ?2)");
    CLEW_TRY(outline.bind(file, BytesView(record.outline)).run());
  }
  return PutFile{file, std::move(new_names)};
}

Status IndexDatabase::put_stamp(int64_t file, const FileStamp& stamp) {
  Statement row(*db_,
                "UPDATE files SET size = ?2, inode = ?3, modified = ?4, changed = ?5 WHERE file = "
                "?1");
  return row
      .bind(file, static_cast<int64_t>(stamp.size), static_cast<int64_t>(stamp.inode),
            stamp.modified_ns, stamp.changed_ns)
      .run();
}

Status IndexDatabase::remove(int64_t file) {
  CLEW_ASSIGN(const FileOutline old, outline(file, OutlineParts::kAll));
  CLEW_TRY(remove_names(file, name_keys(old)));
  return remove_rows(file);
}

Status IndexDatabase::remove_names(int64_t file, const std::vector<int64_t>& names) {
  Statement name(*db_, "DELETE FROM names WHERE name = ?1 AND file = ?2");
  for (const int64_t key : names) {
    CLEW_TRY(name.bind(key, file).run());
    name.reset();
  }
  return success();
}

Status IndexDatabase::remove_rows(int64_t file) {
  Statement outline(*db_, "DELETE FROM outlines WHERE file = ?1");
  CLEW_TRY(outline.bind(file).run());
  Statement row(*db_, "DELETE FROM files WHERE file = ?1");
  return row.bind(file).run();
}

Status IndexDatabase::add_names(std::vector<NameRow> rows) {
  // In the table's own order, which is several times as quick.
  std::sort(rows.begin(), rows.end(), [](const NameRow& a, const NameRow& b) {
    return a.name != b.name ? a.name < b.name : a.file < b.file;
  });
  Statement insert(*db_, "INSERT INTO names(name, file) VALUES(?1, ?2)");
  for (const NameRow& row : rows) {
    CLEW_TRY(insert.bind(row.name, row.file).run());
    insert.reset();
  }
  return success();
}

Result<std::string> IndexDatabase::meta(const std::string& key) {
  Statement row(*db_, "SELECT value FROM meta WHERE key = ?1");
  CLEW_ASSIGN(const bool found, row.bind(key).step());
  return found ? row.text(0) : std::string();
}

Status IndexDatabase::set_meta(const std::string& key, const std::string& value) {
  Statement row(*db_, "INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)");
  return row.bind(key, value).run();
}

}  // namespace clew
