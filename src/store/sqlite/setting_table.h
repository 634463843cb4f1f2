#pragma once
// Reads and writes the table of settings (store/setting_rows.h).

#include "store/sqlite/database.h"

namespace clew {

Result<std::string> get_setting(Database& base, const std::string& key);
Result<std::vector<StoreSetting>> get_settings(Database& base, const std::string& prefix);
// REQUIRES, for both: a write transaction.
Status put_setting(Database& base, const std::string& key, const std::string& value);
Status drop_settings(Database& base, const std::string& prefix);

}  // namespace clew
