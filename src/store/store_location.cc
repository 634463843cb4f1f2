#include "store/store_location.h"

namespace clew {
namespace {

bool begins_with(const std::string& text, std::string_view start) {
  return text.rfind(start, 0) == 0;
}

// "mysql:db", "sqlit:x.db": a kind of store that there is none of. A path that begins so is written
// behind sqlite: or as ./mysql:db
bool names_a_kind(const std::string& text) {
  const size_t letters = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+");
  return letters != 0 && letters != std::string::npos && text[letters] == ':';
}

}  // namespace

// A relative path is taken as it is; anything that looks like another kind of store is refused, so
// that a typing error makes no file of that name.
Result<StoreLocation> parse_location(const std::string& text) {
  if (begins_with(text, "postgres://") || begins_with(text, "postgresql://")) {
    return StoreLocation{StoreLocation::Backend::kPostgres, text};
  }
  const bool is_sqlite = begins_with(text, "sqlite:");
  const std::string path = is_sqlite ? text.substr(7) : text;
  if (path.empty() || path.find("://") != std::string::npos || (!is_sqlite && names_a_kind(text))) {
    return make_error(ErrorCode::kUsage, "a store must be sqlite:PATH, a path or postgres://…",
                      text, "use --store sqlite:PATH");
  }
  return StoreLocation{StoreLocation::Backend::kSqlite, path};
}

}  // namespace clew
