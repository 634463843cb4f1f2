#include "object_store/object_stores.h"

#include "files/machine.h"
#include "files/posix_file_system.h"
#include "remote/folder_store.h"
#include "remote/objects_below.h"
#include "testing/memory_place.h"
#include "testing/real_s3_server.h"

namespace clew {
namespace {

std::unique_ptr<ObjectStore> open_folder_store(const TempFolder& folder) {
  static PosixFileSystem files;
  static SystemMachine machine;
  auto store = FolderStore::open(files, folder.path(), machine);
  REQUIRE(store.ok());
  return std::move(*store);
}

// The tests' own double must be as good as what it stands for.
std::unique_ptr<ObjectStore> open_memory_place(const TempFolder& folder) {
  static std::map<std::string, MemoryPlace> places;
  return places[folder.path()].open();
}

// Beside others' objects, of which it must know nothing.
std::unique_ptr<ObjectStore> open_below_prefix(const TempFolder& folder) {
  static std::map<std::string, std::unique_ptr<ObjectStore>> outer;
  auto& store = outer[folder.path()];
  if (!store) {
    store = open_memory_place(folder);
    for (const char* name : {"j/1", "p/1", "r/7e/p/1", "r/7f0/p/1"}) {
      REQUIRE(store->put(name, "others'").ok());
    }
  }
  return std::make_unique<ObjectsBelow>(*store, "r/7f/");
}

// The last part of a temporary folder's path is random: a prefix of its own.
std::unique_ptr<ObjectStore> open_bucket(const TempFolder& folder) {
  const std::string path = folder.path();
  std::string prefix = path.substr(path.rfind('/') + 1);
  return open_test_bucket("suite/" + prefix);
}

std::vector<ObjectStoreKind> kinds_here() {
  std::vector<ObjectStoreKind> kinds = {
      {"a folder",       &open_folder_store},
      {"in memory",      &open_memory_place},
      {"below a prefix", &open_below_prefix},
  };
  if (!real_server().empty()) kinds.push_back({"a bucket", &open_bucket});
  return kinds;
}

}  // namespace

const std::vector<ObjectStoreKind>& object_store_kinds() {
  static const std::vector<ObjectStoreKind> kKinds = kinds_here();
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
