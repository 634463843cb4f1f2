#pragma once
// Every kind of object store that the conformance suite runs on. A new kind is one line in
// object_store_kinds().

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "remote/object_store.h"
#include "testing/temp_folder.h"

namespace clew {

struct ObjectStoreKind {
  std::string name;
  // An empty place, told apart by `folder`; the same one again for the same folder.
  std::function<std::unique_ptr<ObjectStore>(const TempFolder& folder)> open;
};
const std::vector<ObjectStoreKind>& object_store_kinds();

// One claim on a place of each kind. `again` is another connection to it, as of another machine.
void on_every_object_store(
    const std::function<void(ObjectStore& store, ObjectStore& again)>& claim);

}  // namespace clew
