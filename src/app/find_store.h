#pragma once
// Which store a command uses: the one that was named, the project's own, or the user's.

#include <optional>
#include <string>

#include "engine/context.h"

namespace clew {

struct FoundStore {
  std::string url;
  // A store that is there and was passed over because it is not believed: what to tell the person,
  // in one line.
  std::string passed_over;
  std::optional<uint64_t> inode;  // of a project's store, which must still be the one looked at
};

// `given` (--store), CLEW_STORE, the project's own .clew/ when it is believed, else one per user.
Result<FoundStore> find_store(const std::string& given, const Surroundings& around,
                              FileSystem& files);

}  // namespace clew
