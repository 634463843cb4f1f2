#include "store/sqlite/sqlite_store.h"

#include "store/sqlite/sqlite_snapshot.h"
#include "store/sqlite/sqlite_transaction.h"
#include "store/sqlite/text_index.h"

namespace clew {
namespace {

// Searching waits this long to bring the index up to date; after that it reads the log instead.
constexpr Duration kIndexDeadline{200};
constexpr size_t kIndexBatch = 256;

}  // namespace

SqliteStore::SqliteStore(std::string path, StoreOptions options)
    : connection_(std::move(path), std::move(options)) {}

SqliteStore::~SqliteStore() {
  if (connection_.options().lifespan == Lifespan::kLongLived) finish();
}

// Each read is a transaction of its own, inside a write transaction none. What another process did
// to the file is noticed here.
Result<Database*> SqliteStore::begin_read() {
  connection_.disconnect_if_moved();
  CLEW_ASSIGN(Database* const base, connection_.reader());
  if (base != nullptr && !connection_.is_writing()) {
    CLEW_TRY(Statement(base->db(), "BEGIN").run());
  }
  return base;
}

// A read that cannot be ended leaves the connection in doubt: the next one opens another.
void SqliteStore::end_read() {
  if (connection_.is_writing()) return;
  const auto base = connection_.reader();
  const bool ended = base && *base != nullptr && Statement((*base)->db(), "ROLLBACK").run();
  if (!ended) connection_.disconnect();
}

Result<std::vector<SearchHit>> SqliteStore::search(const SearchQuery& query) {
  // An index that cannot be brought up to date is no reason not to answer.
  static_cast<void>(catch_up_index());
  return SqliteReader::search(query);
}

// In batches of 256 sessions, each in a write transaction of its own, so that other writers get
// their turn.
Status SqliteStore::catch_up_index() {
  while (!connection_.is_writing()) {
    CLEW_ASSIGN(Database* const base, begin_read());
    if (base == nullptr) break;
    const auto behind = unindexed_sessions(*base, kIndexBatch);
    end_read();
    if (!behind) return behind.error();
    if (behind->empty() || !connection_.is_current()) break;
    CLEW_ASSIGN(const auto transaction, begin_write(kIndexDeadline));
    CLEW_ASSIGN(Database* const writing, connection_.reader());
    for (const int64_t sid : *behind) {
      CLEW_ASSIGN(const auto row, find_session(*writing, sid));
      CLEW_TRY(row ? index_session(*writing, *row) : mark_indexed(*writing, sid));
    }
    CLEW_TRY(transaction->commit());
  }
  return success();
}

Result<std::unique_ptr<StoreReader>> SqliteStore::snapshot() {
  CLEW_ASSIGN(auto taken, connection_.take_snapshot());
  return std::unique_ptr<StoreReader>(
      std::make_unique<SqliteSnapshot>(connection_, std::move(taken)));
}

Result<std::unique_ptr<Transaction>> SqliteStore::begin_write(Duration deadline) {
  CLEW_ASSIGN(Database* const base, connection_.begin_write(deadline));
  return std::unique_ptr<Transaction>(std::make_unique<SqliteTransaction>(connection_, *base));
}

Status SqliteStore::backup(const std::string& path) {
  if (connection_.is_writing()) {
    return make_error(ErrorCode::kConflict, "a transaction is open", connection_.path());
  }
  CLEW_ASSIGN(Database* const base, connection_.reader());
  if (base == nullptr) {
    return make_error(ErrorCode::kNotFound, "there is no store yet", connection_.path(),
                      "clew start GOAL");
  }
  return copy_store(base->db(), path, connection_.options().vfs);
}

std::vector<std::string> SqliteStore::notices() { return connection_.take_notices(); }

void SqliteStore::finish() { connection_.tidy_up(); }

Result<std::string> SqliteStore::replace_by(const std::string& backup_path) {
  return connection_.replace_by(backup_path);
}

}  // namespace clew
