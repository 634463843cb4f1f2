#include "store/sqlite/setting_table.h"

namespace clew {
namespace {

// One statement for one setting and for many: most commands ask for both, and to compile it costs
// more than to run it.
constexpr const char* kSettings =
    "SELECT key, value FROM settings WHERE key >= ?1 AND key < ?2 ORDER BY key";

}  // namespace

// The range from the key to the next possible one holds the key alone.
Result<std::string> get_setting(Database& base, const std::string& key) {
  const std::string end = key + '\0';  // the least that comes after it
  Statement query(base.db(), kSettings);
  CLEW_ASSIGN(const bool found, query.bind(key, end).step());
  return found ? query.text(1) : std::string();
}

Result<std::vector<StoreSetting>> get_settings(Database& base, const std::string& prefix) {
  const std::string end = prefix + '\xff';
  Statement rows(base.db(), kSettings);
  rows.bind(prefix, end);
  std::vector<StoreSetting> found;
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return found;
    found.push_back({rows.text(0), rows.text(1)});
  }
}

// An empty value is no value: the row goes.
Status put_setting(Database& base, const std::string& key, const std::string& value) {
  if (value.empty()) {
    Statement drop(base.db(), "DELETE FROM settings WHERE key = ?1");
    return drop.bind(key).run();
  }
  Statement put(base.db(), "INSERT OR REPLACE INTO settings(key, value) VALUES(?1, ?2)");
  return put.bind(key, value).run();
}

// An empty prefix would drop everything.
Status drop_settings(Database& base, const std::string& prefix) {
  if (prefix.empty()) {
    return make_error(ErrorCode::kUsage, "no prefix of settings was given", "settings");
  }
  const std::string end = prefix + '\xff';
  Statement drop(base.db(), "DELETE FROM settings WHERE key >= ?1 AND key < ?2");
  return drop.bind(prefix, end).run();
}

}  // namespace clew
