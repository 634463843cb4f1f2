#include "sqlite/statement.h"

namespace clew {

Statement::Statement(StatementCache& db, const char* sql) : db_(db), cached_(db.borrow(sql)) {
  if (cached_ != nullptr) {
    statement_ = cached_->statement;
  } else {
    fault_ = sqlite3_prepare_v3(db.handle(), sql, -1, 0, &statement_, nullptr);
  }
}

Statement::~Statement() {
  if (cached_ == nullptr) {
    sqlite3_finalize(statement_);
    return;
  }
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  cached_->lent = false;
}

Result<bool> Statement::step() {
  if (fault_ != SQLITE_OK) return db_.error(fault_);
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return db_.error(code);
}

Status Statement::run() {
  CLEW_TRY(step());
  return success();
}

void Statement::reset() {
  sqlite3_reset(statement_);
  fault_ = SQLITE_OK;
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }

BytesView Statement::bytes(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  if (data == nullptr) return {};
  return {data, static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
}

void Statement::bind_one(int index, int64_t number) {
  const int code = sqlite3_bind_int64(statement_, index, number);
  if (fault_ == SQLITE_OK) fault_ = code;
}

void Statement::bind_one(int index, const std::string& text) {
  const int code =
      sqlite3_bind_text64(statement_, index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (fault_ == SQLITE_OK) fault_ = code;
}

void Statement::bind_one(int index, std::nullptr_t) {
  const int code = sqlite3_bind_null(statement_, index);
  if (fault_ == SQLITE_OK) fault_ = code;
}

void Statement::bind_blob(int index, BytesView bytes) {
  // A null pointer would bind NULL; an empty blob is a blob.
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  const int code = sqlite3_bind_blob64(statement_, index, data, bytes.size(), SQLITE_STATIC);
  if (fault_ == SQLITE_OK) fault_ = code;
}

}  // namespace clew
