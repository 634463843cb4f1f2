#pragma once
// How a store is opened, restored and looked at from outside. Which databases there are is known to
// the program alone, which hands its factory down.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/random.h"
#include "store/event_store.h"
#include "store/store_location.h"

namespace clew {

// A one-shot command tidies up in finish(); a long-lived process as it goes.
enum class Lifespan { kOneShot, kLongLived };

struct StoreOptions {
  Lifespan lifespan = Lifespan::kOneShot;
  std::string writer = "clew";  // the program and its version, for whoever finds the store later
  RandomSource random;          // unset: the system's
  std::string vfs;              // of SQLite; empty: its default
  // The very file that was looked at before: another one in its place is not opened.
  std::optional<uint64_t> inode;
  // To copy events out of a store with objects of somebody else: only the tables that hold events
  // and contents must be clew's. Such a store is never written.
  bool events_alone = false;
};

// What a store is like from outside, for `clew doctor`.
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

// All of them: kInvalid for a database that this program does not know.
class StoreFactory {
 public:
  virtual ~StoreFactory() = default;
  // Nothing is touched until the first question: a missing store answers it with "nothing there",
  // and the first write creates it.
  virtual Result<std::unique_ptr<EventStore>> open(const StoreLocation& location,
                                                   const StoreOptions& options) const = 0;
  // Puts the backup at `path` in the place of the whole store, whose present content is first kept
  // beside it; answers where. kInvalid when the backup is not a store.
  virtual Result<std::string> restore(const StoreLocation& location, const StoreOptions& options,
                                      const std::string& path) const = 0;
  // Nothing is made, migrated or written. kInvalid: a newer schema, or not a store; kCorrupt: it
  // cannot be read.
  virtual Result<StoreFacts> inspect(const StoreLocation& location,
                                     const StoreOptions& options) const = 0;
};

}  // namespace clew
