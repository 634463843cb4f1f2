// Stores that somebody else has written: what stands in their schema does not act for them.

#include "store/sqlite/schema_objects.h"

#include <doctest/doctest.h>

#include "testing/damaged_store.h"

namespace clew {
namespace {

TEST_CASE("the digest of every schema is the one that its migrations make") {
  auto db = Connection::open(":memory:", {});
  REQUIRE(db.ok());
  for (const Migration& step : migrations()) {
    CAPTURE(step.version);
    REQUIRE((*db)->run(step.sql).ok());
    CHECK(*schema_digest(**db) == own_schema_digest(step.version));
  }
}

struct SchemaRow {
  const char* claim;
  const char* sql;
  const char* named;
};

TEST_CASE("a store with objects of somebody else is refused, and they are named") {
  const SchemaRow kRows[] = {
      {"a trigger that deletes what was acknowledged",
       "CREATE TRIGGER quiet AFTER INSERT ON events BEGIN DELETE FROM events WHERE seq = new.seq; "
       "END",                                                                                                 "trigger \"quiet\""      },
      {"an endless view in the place of the settings",
       "DROP TABLE settings; CREATE VIEW settings(key, value) AS WITH RECURSIVE n(i) AS (SELECT 1 "
       "UNION ALL SELECT i + 1 FROM n) SELECT 'k' || i, 'v' FROM n",                                          "view \"settings\""      },
      {"a column that runs something",                 "ALTER TABLE projects ADD COLUMN x AS (length(name))",
       "table \"projects\""                                                                                                            },
      {"an index more",                                "CREATE INDEX more ON events(kind)",                   "index \"more\""         },
      {"a table less",                                 "DROP TABLE idem",                                     "it lacks table \"idem\""},
      {"a name with a line break",                     "CREATE TABLE \"a\nnext  rm -rf\"(x)",
       "table \"a next rm -rf\""                                                                                                       },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.claim);
    DamagedStore damaged;
    damaged.change_schema(row.sql);
    SqliteStore store(damaged.path(), {});
    const auto read = store.list({});
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().code == ErrorCode::kCorrupt);
    CHECK(read.error().message.find(row.named) != std::string::npos);
    CHECK(read.error().message.find('\n') == std::string::npos);
    CHECK(read.error().next.find("clew import") != std::string::npos);
    const auto write = store.begin_write(seconds(5));
    REQUIRE_FALSE(write.ok());
    CHECK(write.error().code == ErrorCode::kCorrupt);
  }
}

TEST_CASE("what ANALYZE leaves is no reason to refuse a store") {
  DamagedStore damaged;
  damaged.change_schema("ANALYZE");
  CHECK(SqliteStore(damaged.path(), {}).list({}).ok());
}

TEST_CASE("no trigger fires and no view is expanded on any connection") {
  DamagedStore damaged;
  damaged.change_schema(
      "CREATE TRIGGER quiet AFTER INSERT ON meta BEGIN DELETE FROM meta; END;"
      "CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
      "SELECT i FROM n");
  auto db = Connection::open(damaged.path(), {});
  REQUIRE(db.ok());
  REQUIRE((*db)->run("INSERT INTO meta(key, value) VALUES('x', 'y')").ok());
  CHECK(*(*db)->integer("SELECT count(*) FROM meta WHERE key = 'x'") == 1);
  CHECK_FALSE((*db)->integer("SELECT i FROM forever LIMIT 1").ok());
}

}  // namespace
}  // namespace clew
