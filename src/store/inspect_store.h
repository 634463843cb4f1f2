#pragma once
// What a store is like from outside, for `clew doctor`. Nothing is made, migrated or written.

#include <string>

#include "store/open_store.h"

namespace clew {

struct StoreFacts {
  enum class State { kMissing, kEmpty, kCurrent, kOlder };
  State state = State::kMissing;
  int schema = 0;             // of the store
  int newest_schema = 0;      // that this program knows
  std::string engine;         // SQLite 3.53.4
  std::string journal;        // wal, truncate
  std::string file_system;    // ext4, nfs …; its number when it has no name here
  bool shared_memory = true;  // whether a write-ahead log may be used there
};

// kInvalid: a newer schema, or not a store; kCorrupt: it cannot be read.
Result<StoreFacts> inspect_store(const StoreLocation& location, const StoreOptions& options);

}  // namespace clew
