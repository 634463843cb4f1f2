#include "store/sqlite/schema_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <vector>

#include "base/hash.h"
#include "base/quote.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "sqlite/statement.h"

namespace clew {
namespace {

// SHA-256 over all objects of schema 1, 2, …
constexpr std::string_view kDigests[] = {
    "dcbce123a7f3dc2d821324a8af22abd90009c7e4643593319b1f6733f956ba7e",
    "732784af91c8d6b1e1424bf302a983f095c643a7afc2ffa5d5ffd7e801c5df25",
};

// As sqlite_schema lists it: type, name, table and SQL, each behind its length.
using SchemaObject = std::string;

void add_part(SchemaObject& object, BytesView part) {
  object += std::to_string(part.size());
  object += ':';
  object += part;
}

std::string_view part_of(const SchemaObject& object, size_t number) {
  std::string_view rest = object;
  while (true) {
    size_t length = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    rest.remove_prefix(static_cast<size_t>(end - rest.data()) + 1);
    if (number-- == 0) return rest.substr(0, length);
    rest.remove_prefix(length);
  }
}
std::string_view object_type(const SchemaObject& object) { return part_of(object, 0); }
std::string_view object_name(const SchemaObject& object) { return part_of(object, 1); }

// Statistics of SQLite's own are no part of it: `ANALYZE` puts them there.
bool is_statistics(const SchemaObject& object) {
  const std::string_view name = object_name(object);
  return object_type(object) == "table" && (name == "sqlite_stat1" || name == "sqlite_stat4");
}

// Sorted. Every command asks for it.
Result<std::vector<SchemaObject>> objects_of(Connection& db) {
  Statement rows(db, "SELECT type, name, tbl_name, sql FROM sqlite_schema");
  std::vector<SchemaObject> found;
  found.reserve(48);
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) break;
    SchemaObject object;
    for (int column = 0; column < 4; ++column) add_part(object, rows.bytes(column));
    if (!is_statistics(object)) found.push_back(std::move(object));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string digest_of(const std::vector<SchemaObject>& objects) {
  Bytes all;
  all.reserve(8192);
  for (const auto& object : objects) all += object;
  return sha256(all).hex();
}

// What schema `version` of this program has. Made in a database in memory, so only when there is a
// difference to name.
Result<std::vector<SchemaObject>> own_objects(int version) {
  auto db = Connection::open(":memory:", {});
  if (!db) return db.error();
  for (const Migration& step : migrations()) {
    if (step.version <= version) CLEW_TRY((*db)->run(step.sql));
  }
  return objects_of(**db);
}

std::string named(const SchemaObject& object) {
  return fmt::format("{} {}", cut(one_line(visible(object_type(object))), 20),
                     quote(cut(object_name(object), 60)));
}

void name_some(std::vector<SchemaObject> objects, const char* what, std::string& out) {
  constexpr size_t kMaxNamed = 8;
  if (objects.empty()) return;
  out += out.empty() ? "" : "; ";
  out += what;
  for (size_t i = 0; i < std::min(objects.size(), kMaxNamed); ++i) {
    out += (i == 0 ? " " : ", ") + named(objects[i]);
  }
  if (objects.size() > kMaxNamed) out += fmt::format(" and {} more", objects.size() - kMaxNamed);
}

Error differs(const std::string& what, const std::string& path) {
  return make_error(
      ErrorCode::kCorrupt, "the store's schema is not clew's: " + what, path,
      fmt::format("clew import {} --store NEW.db   copies its events into a new store",
                  shell_word(path)));
}

// The usual case costs one digest; what exactly differs is found out only for the error.
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

// The schema must be exactly that of its version, in every object: triggers, views and indices
// count too.
Result<SchemaState> inspect_own_schema(Connection& db) {
  CLEW_ASSIGN(const SchemaState state, inspect_schema(db, newest_schema()));
  if (state == SchemaState::kEmpty) return state;
  CLEW_ASSIGN(const int64_t version, db.integer("PRAGMA user_version"));
  if (version < 1) return differs("its version is missing", db.path());
  CLEW_TRY(check_objects(db, static_cast<int>(version)));
  return state;
}

// For copying events out of a store whose schema is foreign: the tables that hold them must be
// clew's own, anything else may be there.
Status check_event_tables(Connection& db, int version) {
  static constexpr std::array<std::string_view, 7> kTables = {
      "sessions", "events", "actors", "projects", "blobs", "blob_uses", "hashed_ids"};
  CLEW_ASSIGN(const auto there, objects_of(db));
  CLEW_ASSIGN(const auto own, own_objects(version));
  for (const auto& object : own) {
    const bool is_needed =
        object_type(object) == "table" &&
        std::find(kTables.begin(), kTables.end(), object_name(object)) != kTables.end();
    if (is_needed && !std::binary_search(there.begin(), there.end(), object)) {
      return differs("it lacks " + named(object), db.path());
    }
  }
  return success();
}

}  // namespace clew
