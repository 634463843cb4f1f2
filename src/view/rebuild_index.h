#pragma once
// Writes a folder's own file (an index) again from every session that lies there: one that has its
// view there is told by its log, any other by its files.

#include <string>
#include <vector>

#include "dialect/dialect.h"
#include "files/file_system.h"
#include "store/event_store.h"

namespace clew {

struct RebuiltShared {
  std::string text;
  std::vector<std::string> entries;  // those made anew
  std::vector<std::string> kept;     // those that could still be read, as they stood
  std::vector<std::string> unread;   // those whose files do not tell enough
};

// Where a shared file stands; `path` is relative to the folder.
struct SharedLocation {
  const Dialect& dialect;
  std::string folder;
  std::string path;
};

// Empty text: no session tells anything. Of what stands at the path, the entries before the damage
// keep their text.
Result<RebuiltShared> rebuild_shared(StoreReader& store, FileSystem& files,
                                     const SharedLocation& location);

}  // namespace clew
