#pragma once
// One state of the store, in a read transaction on a connection of its own.

#include "store/sqlite/sqlite_reader.h"
#include "store/sqlite/store_connection.h"

namespace clew {

class SqliteSnapshot : public SqliteReader<StoreReader> {
 public:
  // `taken` comes from take_snapshot() of `from` and goes back there.
  SqliteSnapshot(StoreConnection& from, std::unique_ptr<OpenDatabase> taken)
      : from_(from), taken_(std::move(taken)) {}
  ~SqliteSnapshot() override;

 private:
  Result<Database*> begin_read() override { return taken_ ? &taken_->database : nullptr; }
  void end_read() override {}

  StoreConnection& from_;
  std::unique_ptr<OpenDatabase> taken_;  // null: there was no store
};

}  // namespace clew
