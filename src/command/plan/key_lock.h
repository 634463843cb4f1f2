#pragma once
// One command at a time for each key, where it does something outside the store that must happen
// once (`clew done --key K -- CMD`): who comes second waits, and then finds what the first has
// recorded. The store's own turn would not do: nobody else could write while the command runs.

#include <memory>

#include "engine/workspace.h"
#include "files/file_lock.h"

namespace clew {

// Held while it lives. The system frees it when the process ends, however it ends.
class KeyTurn {
 public:
  // Nothing without a key. kConflict when another process holds it longer than one waits.
  static Result<std::unique_ptr<KeyTurn>> take(Workspace& workspace);

  KeyTurn(std::unique_ptr<Folder> folder, std::string name, FileLock lock)
      : folder_(std::move(folder)), name_(std::move(name)), lock_(std::move(lock)) {}
  KeyTurn(const KeyTurn&) = delete;
  // Removes the lock's file, so that they do not pile up: whoever locked it meanwhile sees that it
  // is gone, and makes it anew.
  ~KeyTurn() { (void)folder_->remove(name_); }

 private:
  std::unique_ptr<Folder> folder_;
  std::string name_;
  FileLock lock_;
};

}  // namespace clew
