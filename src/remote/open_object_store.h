#pragma once
// Which places this program can reach is known to it alone, which hands its factory down: `clew`
// knows folders, `clew-net` also what is behind a network.

#include <memory>

#include "files/file_system.h"
#include "files/machine.h"
#include "remote/object_store.h"
#include "remote/remote_address.h"

namespace clew {

class ObjectStoreFactory {
 public:
  virtual ~ObjectStoreFactory() = default;
  // Nothing is made there. kFailed when it cannot be reached.
  virtual Result<std::unique_ptr<ObjectStore>> open(const RemoteAddress& address,
                                                    FileSystem& files) const = 0;
};

// Folders alone; kFailed for others.
class FolderStoreFactory final : public ObjectStoreFactory {
 public:
  Result<std::unique_ptr<ObjectStore>> open(const RemoteAddress& address,
                                            FileSystem& files) const override;

 private:
  mutable SystemMachine machine_;
};

}  // namespace clew
