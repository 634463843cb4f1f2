#include "store/sqlite/sqlite_snapshot.h"

namespace clew {

SqliteSnapshot::~SqliteSnapshot() {
  if (!taken_) return;
  const Status ended = Statement(taken_->database.db(), "ROLLBACK").run();
  if (ended) from_.give_back(std::move(taken_));
}

}  // namespace clew
