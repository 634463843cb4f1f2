#include "sqlite/connection.h"

#include "sqlite/side_files.h"
#include "sqlite/statement.h"

namespace clew {
namespace {

// Bytes of a path that mean something in a URI are written as %XX.
std::string to_uri(const std::string& path, const char* query) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    } else {
      uri += c;
    }
  }
  return uri + query;
}

// Whoever wrote the file, nothing in it acts by being read or written: no trigger fires, no view is
// expanded, and no SQL writes to the tables that SQLite keeps for itself.
void distrust_schema(sqlite3* db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path,
                                                     const ConnectionMode& mode) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  std::string name = path;
  switch (mode.access) {
    case ConnectionMode::Access::kReadWrite:
      flags |= SQLITE_OPEN_READWRITE;
      break;
    case ConnectionMode::Access::kReadOnly:
      flags |= SQLITE_OPEN_READONLY;
      break;
    case ConnectionMode::Access::kImmutable:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
      name = to_uri(path, "?immutable=1");
      break;
  }
  CLEW_TRY(check_side_files(path));
  sqlite3* db = nullptr;
  auto vfs = std::make_unique<LogVfs>(mode.vfs);
  const int code = sqlite3_open_v2(name.c_str(), &db, flags, vfs->name());
  if (code != SQLITE_OK) {
    const std::string message = db == nullptr ? "" : sqlite3_errmsg(db);
    sqlite3_close(db);
    return sqlite_error(code, message, path);
  }
  // First of all: opening many at once fails on a lock otherwise.
  sqlite3_busy_timeout(db, kBusyMilliseconds);
  distrust_schema(db);
  return std::unique_ptr<Connection>(new Connection(std::move(vfs), db, path));
}

Connection::~Connection() {
  drop_statements();
  sqlite3_close(handle());
}

Status Connection::run(const char* sql) {
  const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error(code);
  return success();
}

Status Connection::commit() {
  Status done = Statement(*this, "COMMIT").run();
  if (done) return done;
  CLEW_TRY(roll_back());
  bury_failed_write();
  return done;
}

Status Connection::roll_back() {
  if (sqlite3_get_autocommit(handle()) != 0) return success();
  return run("ROLLBACK");
}

void Connection::bury_failed_write() {
  const auto version = integer("PRAGMA user_version");
  if (!version) return;
  // Any write will do: this one changes nothing.
  const std::string same =
      "BEGIN IMMEDIATE; PRAGMA user_version = " + std::to_string(*version) + "; COMMIT";
  if (!run(same.c_str())) static_cast<void>(roll_back());
}

Result<int64_t> Connection::integer(const char* sql) {
  Statement query(*this, sql);
  CLEW_ASSIGN(const bool found, query.step());
  return found ? query.integer(0) : 0;
}

Result<std::string> Connection::text(const char* sql) {
  Statement query(*this, sql);
  CLEW_ASSIGN(const bool found, query.step());
  return found ? query.text(0) : std::string();
}

}  // namespace clew
