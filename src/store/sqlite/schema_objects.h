#pragma once
// What stands in a store's schema, against what this program puts there. A store is a file, and
// whoever wrote it may have put a view in the place of a table, or a trigger that deletes what was
// acknowledged.

#include <string>
#include <string_view>

#include "store/sqlite/schema.h"

namespace clew {

// inspect_schema for a store of this program's own tables. kCorrupt, naming them, when the schema
// has other objects, or lacks some.
Result<SchemaState> inspect_own_schema(Connection& db);

// SHA-256, in hex, over type, name, table and SQL of every object in the schema.
Result<std::string> schema_digest(Connection& db);
// The one that a store of schema `version` must have. REQUIRES: 1 <= version <= newest_schema()
std::string_view own_schema_digest(int version);

// kCorrupt unless the tables that hold events and their contents are the ones that schema `version`
// has: enough to copy them out of a store that has other objects too.
Status check_event_tables(Connection& db, int version);

}  // namespace clew
