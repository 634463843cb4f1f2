#pragma once
// Brings the code index of a checkout up to date: what is gone is removed, what is new or has
// another stamp is read, and what has other content than before is outlined again, on all
// processors. Committed in batches; after each the index is whole for the files it has.

#include "index/code_index.h"

namespace clew {

// REQUIRES: the lock beside the database is held, and no transaction is open.
Result<IndexSummary> update_index(IndexDatabase& database, FileSystem& files,
                                  const IndexPlace& place, const Extractor& extractor);

}  // namespace clew
