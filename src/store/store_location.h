#pragma once
// Where a store is, as --store and CLEW_STORE name it.

#include <string>

#include "base/result.h"

namespace clew {

struct StoreLocation {
  enum class Backend { kSqlite, kPostgres };
  Backend backend = Backend::kSqlite;
  std::string address;  // a path, or the URL as it was given
};

// sqlite:PATH or a plain path; postgres://… or postgresql://…; kUsage for anything else.
Result<StoreLocation> parse_location(const std::string& text);

}  // namespace clew
