#include "testing/memory_place.h"

#include <mutex>

#include "remote/objects_below.h"

namespace clew {
namespace {

using Mishap = MemoryPlace::Mishap;

Error unreachable(const std::string& name) {
  return make_error(ErrorCode::kFailed, "the place cannot be reached", name);
}

// One request at a time, on whatever thread. What a mishap does may be a request.
std::lock_guard<std::recursive_mutex> alone() {
  static std::recursive_mutex mutex;
  return std::lock_guard(mutex);
}

class MemoryStore final : public ObjectStore {
 public:
  explicit MemoryStore(MemoryPlace& place) : place_(place) {}

  Result<PutOutcome> put_if_absent(const std::string& name, BytesView bytes) override {
    const auto lock = alone();
    CLEW_TRY(check(name, bytes));
    const Mishap mishap = begin("put_if_absent " + name);
    if (mishap == Mishap::kFailsBefore) return unreachable(name);
    const bool created = place_.objects.emplace(name, bytes).second;
    if (created) place_.bytes_put += bytes.size();
    if (mishap == Mishap::kAnswerLost) return unreachable(name);
    return created ? PutOutcome::kCreated : PutOutcome::kExists;
  }

  Status put(const std::string& name, BytesView bytes) override {
    const auto lock = alone();
    CLEW_TRY(check(name, bytes));
    const Mishap mishap = begin("put " + name);
    if (mishap == Mishap::kFailsBefore) return unreachable(name);
    place_.objects[name] = Bytes(bytes);
    place_.bytes_put += bytes.size();
    if (mishap == Mishap::kAnswerLost) return unreachable(name);
    return success();
  }

  Result<std::optional<Bytes>> get(const std::string& name, size_t max_bytes) override {
    const auto lock = alone();
    CLEW_TRY(check_object_name(name));
    if (fails(begin("get " + name))) return unreachable(name);
    const auto found = place_.objects.find(name);
    if (found == place_.objects.end()) return std::optional<Bytes>();
    if (found->second.size() > max_bytes) {
      return make_error(ErrorCode::kInvalid, "the object is too large", name);
    }
    return std::optional<Bytes>(found->second);
  }

  Result<std::vector<std::string>> list(const std::string& prefix, const std::string& start_after,
                                        size_t max) override {
    const auto lock = alone();
    const Mishap mishap = begin("list " + prefix);
    if (fails(mishap)) return unreachable(prefix);
    const auto& objects = mishap == Mishap::kListIsBehind ? place_.behind : place_.objects;
    std::vector<std::string> names;
    for (auto at = objects.upper_bound(start_after); at != objects.end() && names.size() < max;
         ++at) {
      if (at->first.starts_with(prefix)) names.push_back(at->first);
    }
    return names;
  }

  Status remove(const std::string& name) override {
    const auto lock = alone();
    CLEW_TRY(check_object_name(name));
    const Mishap mishap = begin("remove " + name);
    if (mishap == Mishap::kFailsBefore) return unreachable(name);
    place_.objects.erase(name);
    if (mishap == Mishap::kAnswerLost) return unreachable(name);
    return success();
  }

 private:
  static Status check(const std::string& name, BytesView bytes) {
    CLEW_TRY(check_object_name(name));
    if (!bytes.empty()) return success();
    return make_error(ErrorCode::kInvalid, "an object has at least one byte", name);
  }
  static bool fails(Mishap mishap) {
    return mishap == Mishap::kFailsBefore || mishap == Mishap::kAnswerLost;
  }
  Mishap begin(const std::string& request) {
    ++place_.requests;
    return place_.mishap ? place_.mishap(request) : Mishap::kNone;
  }

  MemoryPlace& place_;
};

// With the store that it is a part of.
struct OuterStore {
  std::unique_ptr<ObjectStore> outer;
};
class StoreBelow final : private OuterStore, public ObjectsBelow {
 public:
  StoreBelow(std::unique_ptr<ObjectStore> whole, std::string prefix)
      : OuterStore{std::move(whole)}, ObjectsBelow(*outer, std::move(prefix)) {}
};

}  // namespace

Result<std::unique_ptr<ObjectStore>> MemoryPlaceFactory::open(const RemoteAddress& address,
                                                              FileSystem&) const {
  const size_t below = address.path.find("/r/");
  if (below == std::string::npos) return place_.open();
  return std::unique_ptr<ObjectStore>(
      std::make_unique<StoreBelow>(place_.open(), address.path.substr(below + 1) + "/"));
}

std::unique_ptr<ObjectStore> MemoryPlace::open() { return std::make_unique<MemoryStore>(*this); }

}  // namespace clew
