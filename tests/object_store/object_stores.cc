#include "object_store/object_stores.h"

#include "files/machine.h"
#include "files/posix_file_system.h"
#include "remote/folder_store.h"

namespace clew {
namespace {

std::unique_ptr<ObjectStore> open_folder_store(const TempFolder& folder) {
  static PosixFileSystem files;
  static SystemMachine machine;
  auto store = FolderStore::open(files, folder.path(), machine);
  REQUIRE(store.ok());
  return std::move(*store);
}

}  // namespace

const std::vector<ObjectStoreKind>& object_store_kinds() {
  static const std::vector<ObjectStoreKind> kKinds = {
      {"a folder", &open_folder_store},
  };
  return kKinds;
}

void on_every_object_store(
    const std::function<void(ObjectStore& store, ObjectStore& again)>& claim) {
  for (const auto& kind : object_store_kinds()) {
    CAPTURE(kind.name);
    const TempFolder folder;
    const auto store = kind.open(folder);
    const auto again = kind.open(folder);
    claim(*store, *again);
  }
}

}  // namespace clew
