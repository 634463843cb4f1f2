#pragma once
// The event store in one SQLite file: schema.h has its tables, docs/format-event-log.md the bytes.

#include "store/sqlite/sqlite_reader.h"
#include "store/sqlite/store_connection.h"

namespace clew {

class SqliteStore : public SqliteReader<EventStore> {
 public:
  SqliteStore(std::string path, StoreOptions options);
  ~SqliteStore() override;

  // Brings the index up to date first.
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override;
  Result<std::unique_ptr<StoreReader>> snapshot() override;
  Result<std::unique_ptr<Transaction>> begin_write(Duration deadline) override;
  Status backup(const std::string& path) override;
  std::vector<std::string> notices() override;
  void finish() override;

  // Everything in it replaced by another store's content; answers where the old one was kept.
  Result<std::string> replace_by(const std::string& backup_path);

 private:
  // On the connection of the transaction, while one is open.
  Result<Database*> begin_read() override;
  void end_read() override;
  Status catch_up_index();

  StoreConnection connection_;
};

}  // namespace clew
