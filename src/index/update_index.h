#pragma once
// Brings the code index of a checkout up to date: what is gone is removed, what is new or has
// another stamp is read, and what has other content than before is outlined again, on all
// processors. Committed in batches; after each the index is whole for the files it has.

#include <optional>
#include <string>

#include "files/file_system.h"
#include "index/extractor.h"
#include "index/index_database.h"
#include "project/git_repository.h"

namespace clew {

class IndexDatabase;

inline constexpr uint64_t kSourceLimit = uint64_t{1} << 20;  // bytes of a file that is read

struct IndexLocation {
  std::string root;                         // real path of the checkout, or of the folder
  std::optional<GitRepository> repository;  // the one at `root`
  std::string cache_folder;                 // of the user; never in the checkout
};

struct IndexSummary {
  uint64_t files = 0;    // source files of the checkout
  uint64_t indexed = 0;  // of them, also those that could be parsed only in part
  uint64_t partly = 0;
  uint64_t given_up = 0;
  uint64_t too_large = 0;
  uint64_t binary = 0;
  uint64_t generated = 0;
  uint64_t read = 0;     // files read by this opening
  uint64_t changed = 0;  // files that it added, replaced or removed
  IndexCounts counts;

  uint64_t skipped() const { return too_large + binary + generated; }
};

// REQUIRES: the lock beside the database is held, and no transaction is open.
Result<IndexSummary> update_index(IndexDatabase& database, FileSystem& files,
                                  const IndexLocation& location, const Extractor& extractor);

}  // namespace clew
