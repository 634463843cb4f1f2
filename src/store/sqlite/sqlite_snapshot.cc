#include "store/sqlite/sqlite_snapshot.h"

namespace clew {

// The connection is given back for the next reader. One that cannot end its transaction is closed
// with this object.
SqliteSnapshot::~SqliteSnapshot() {
  if (!taken_) return;
  const Status ended = Statement(taken_->database.db(), "ROLLBACK").run();
  if (ended) from_.give_back(std::move(taken_));
}

}  // namespace clew
