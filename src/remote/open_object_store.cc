#include "remote/open_object_store.h"

#include "remote/folder_store.h"

namespace clew {

Result<std::unique_ptr<ObjectStore>> FolderStoreFactory::open(const RemoteAddress& address,
                                                              FileSystem& files) const {
  if (address.kind != RemoteAddress::Kind::kFolder) {
    return make_error(ErrorCode::kFailed, "this program reaches folders alone", address.url,
                      "install clew-net beside clew");
  }
  auto store = FolderStore::open(files, address.path, machine_);
  if (!store) return store.error();
  return std::unique_ptr<ObjectStore>(std::move(*store));
}

}  // namespace clew
