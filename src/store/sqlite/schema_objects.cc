#include "store/sqlite/schema_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "base/hash.h"
#include "base/quote.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "sqlite/statement.h"

namespace clew {
namespace {

// SHA-256 over all objects of schema 1, 2, …
constexpr std::string_view kDigests[] = {
    "78789e67b6b4f0e72c648471d2e6bf50a51e33c3b638a21b0d5ed1183ffa8103",
};

// As sqlite_schema lists it.
struct SchemaObject {
  std::string type;
  std::string name;
  std::string table;
  std::string sql;  // empty for what SQLite makes by itself

  auto operator<=>(const SchemaObject&) const = default;
};

// Statistics of SQLite's own are no part of it: `ANALYZE` puts them there.
Result<std::set<SchemaObject>> objects_of(Connection& db) {
  Statement rows(db,
                 "SELECT type, name, tbl_name, sql FROM sqlite_schema "
                 "WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))");
  std::set<SchemaObject> found;
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return found;
    found.insert({rows.text(0), rows.text(1), rows.text(2), rows.text(3)});
  }
}

std::string digest_of(const std::set<SchemaObject>& objects) {
  Bytes all;
  for (const auto& object : objects) {
    for (const std::string* part : {&object.type, &object.name, &object.table, &object.sql}) {
      all += *part;
      all += '\0';
    }
  }
  return sha256(all).hex();
}

// What schema `version` of this program has.
Result<std::set<SchemaObject>> own_objects(int version) {
  auto db = Connection::open(":memory:", {});
  if (!db) return db.error();
  for (const Migration& step : migrations()) {
    if (step.version <= version) CLEW_TRY((*db)->run(step.sql));
  }
  return objects_of(**db);
}

std::string named(const SchemaObject& object) {
  return fmt::format("{} {}", cut(one_line(visible(object.type)), 20), quote(cut(object.name, 60)));
}

void name_some(std::vector<SchemaObject> objects, const char* what, std::string& out) {
  constexpr size_t kMostNamed = 8;
  if (objects.empty()) return;
  out += out.empty() ? "" : "; ";
  out += what;
  for (size_t i = 0; i < std::min(objects.size(), kMostNamed); ++i) {
    out += (i == 0 ? " " : ", ") + named(objects[i]);
  }
  if (objects.size() > kMostNamed) out += fmt::format(" and {} more", objects.size() - kMostNamed);
}

Error differs(const std::string& what, const std::string& path) {
  return make_error(
      ErrorCode::kCorrupt, "the store's schema is not clew's: " + what, path,
      fmt::format("clew import {} --store NEW.db   copies its events into a new store",
                  shell_word(path)));
}

Status check_objects(Connection& db, int version) {
  CLEW_ASSIGN(const auto there, objects_of(db));
  if (digest_of(there) == own_schema_digest(version)) return success();
  CLEW_ASSIGN(const auto own, own_objects(version));
  std::vector<SchemaObject> foreign;
  std::vector<SchemaObject> missing;
  std::set_difference(there.begin(), there.end(), own.begin(), own.end(),
                      std::back_inserter(foreign));
  std::set_difference(own.begin(), own.end(), there.begin(), there.end(),
                      std::back_inserter(missing));
  std::string what;
  name_some(std::move(foreign), "it has", what);
  name_some(std::move(missing), "it lacks", what);
  return differs(what, db.path());
}

}  // namespace

Result<std::string> schema_digest(Connection& db) {
  CLEW_ASSIGN(const auto there, objects_of(db));
  return digest_of(there);
}

std::string_view own_schema_digest(int version) {
  return kDigests[static_cast<size_t>(version) - 1];
}

Result<SchemaState> inspect_own_schema(Connection& db) {
  CLEW_ASSIGN(const SchemaState state, inspect_schema(db, newest_schema()));
  if (state == SchemaState::kEmpty) return state;
  CLEW_ASSIGN(const int64_t version, db.integer("PRAGMA user_version"));
  if (version < 1) return differs("its version is missing", db.path());
  CLEW_TRY(check_objects(db, static_cast<int>(version)));
  return state;
}

Status check_event_tables(Connection& db, int version) {
  static constexpr std::array<std::string_view, 6> kTables = {"sessions", "events", "actors",
                                                              "projects", "blobs",  "blob_uses"};
  CLEW_ASSIGN(const auto there, objects_of(db));
  CLEW_ASSIGN(const auto own, own_objects(version));
  for (const auto& object : own) {
    const bool is_needed = object.type == "table" &&
                           std::find(kTables.begin(), kTables.end(), object.name) != kTables.end();
    if (is_needed && there.count(object) == 0) {
      return differs("it lacks " + named(object), db.path());
    }
  }
  return success();
}

}  // namespace clew
