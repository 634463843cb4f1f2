#pragma once
// Where a store is, and how to open it. Nothing is touched until the first question: a missing
// store answers it with "nothing there", and the first write creates it.

#include "base/random.h"
#include "store/event_store.h"

namespace clew {

struct StoreLocation {
  enum class Backend { kSqlite, kPostgres };
  Backend backend = Backend::kSqlite;
  std::string address;  // a path, or the URL as it was given
};

// sqlite:PATH or a plain path; postgres://… or postgresql://…; kUsage for anything else.
Result<StoreLocation> parse_location(const std::string& text);

// A one-shot command tidies up in finish(); a long-lived process as it goes.
enum class Lifespan { kOneShot, kLongLived };

struct StoreOptions {
  Lifespan lifespan = Lifespan::kOneShot;
  std::string writer = "clew";  // the program and its version, for whoever finds the store later
  RandomSource random;          // unset: the system's
  std::string vfs;              // of SQLite; empty: its default
};

Result<std::unique_ptr<EventStore>> open_store(const StoreLocation& location,
                                               const StoreOptions& options);

// Puts the backup at `path` in the place of the whole store, whose present content is first kept
// beside it; answers where. kInvalid when the backup is not a store.
Result<std::string> restore_store(const StoreLocation& location, const StoreOptions& options,
                                  const std::string& path);

}  // namespace clew
