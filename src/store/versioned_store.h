#pragma once
// A store that can be asked, at next to no cost, whether anything in it has changed.

#include <cstdint>
#include <optional>
#include <string>

#include "store/event_store.h"

namespace clew {

class VersionedStore {
 public:
  virtual ~VersionedStore() = default;
  // Another text after every commit that changed something, whoever made it; as long as it stays,
  // so does every answer of the store. Nothing while that cannot be told: inside a turn, while
  // somebody commits, or where the store is not open or keeps no write-ahead log.
  virtual std::optional<std::string> version() = 0;
  // Whether that is its version now.
  virtual bool is_at(const std::string& version) = 0;
  // Another number whenever a setting may have changed, whoever changed it. What this store itself
  // records besides leaves it as it is. Nothing where version() tells nothing.
  virtual std::optional<uint64_t> settings_version() = 0;
};

// Null when this store cannot tell.
inline VersionedStore* as_versioned(EventStore& store) {
  return dynamic_cast<VersionedStore*>(&store);
}

}  // namespace clew
