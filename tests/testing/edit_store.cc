#include "testing/edit_store.h"

#include <sqlite3.h>

#include "base/check.h"

namespace clew {

void edit_store(const std::string& path, const std::string& sql) {
  sqlite3* db = nullptr;
  CLEW_CHECK(sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK);
  sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  CLEW_CHECK(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  CLEW_CHECK(sqlite3_close(db) == SQLITE_OK);
}

void flip_event(const std::string& path, unsigned seq) {
  edit_store(path,
             "UPDATE events SET data = CAST(substr(data, 1, length(data) - 1) || X'7e' AS BLOB) "
             "WHERE seq = " +
                 std::to_string(seq));
}

}  // namespace clew
