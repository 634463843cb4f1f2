#pragma once
// An object store in memory that is as unkind as a network: a request may fail before or after it
// took effect, and a list may be behind. It counts what is asked of it, and an older copy can be
// put in its place.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "remote/open_object_store.h"

namespace clew {

class MemoryPlace {
 public:
  using Objects = std::map<std::string, Bytes>;
  enum class Mishap { kNone, kFailsBefore, kAnswerLost, kListIsBehind };

  // Asked before each request: what happens to it.
  std::function<Mishap(const std::string& request)> mishap;
  int requests = 0;
  size_t bytes_put = 0;

  Objects objects;
  Objects behind;  // what a list that is behind shows

  std::unique_ptr<ObjectStore> open();
};

// Every address leads to the one place, one with /r/… to what is below that.
class MemoryPlaceFactory final : public ObjectStoreFactory {
 public:
  explicit MemoryPlaceFactory(MemoryPlace& place) : place_(place) {}
  Result<std::unique_ptr<ObjectStore>> open(const RemoteAddress& address,
                                            FileSystem& files) const override;

 private:
  MemoryPlace& place_;
};

}  // namespace clew
