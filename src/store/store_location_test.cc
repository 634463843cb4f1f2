#include "store/store_location.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("a store is a path or of a known kind; what looks like another kind is no path") {
  for (const char* path : {"/a/store.db", "store.db", "./mysql:db", "a/b:c", "sqlite:b:c"}) {
    const auto location = parse_location(path);
    REQUIRE_MESSAGE(location.ok(), path);
    CHECK(location->backend == StoreLocation::Backend::kSqlite);
  }
  CHECK(parse_location("sqlite:b:c")->address == "b:c");
  CHECK(parse_location("postgres://h/d")->backend == StoreLocation::Backend::kPostgres);
  for (const char* other : {"mysql:db", "sqlit:/a/store.db", "mysql://h/d", "sqlite:", ""}) {
    const auto location = parse_location(other);
    REQUIRE_FALSE_MESSAGE(location.ok(), other);
    CHECK(location.error().code == ErrorCode::kUsage);
  }
}

}  // namespace
}  // namespace clew
