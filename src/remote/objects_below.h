#pragma once
// The objects of another store whose names begin with a prefix, as a store of their own.

#include "remote/object_store.h"

namespace clew {

class ObjectsBelow : public ObjectStore {
 public:
  // `prefix` ends with '/'. The outer store must stay.
  ObjectsBelow(ObjectStore& outer, std::string prefix)
      : outer_(outer), prefix_(std::move(prefix)) {}

  Result<PutOutcome> put_if_absent(const std::string& name, BytesView bytes) override;
  Status put(const std::string& name, BytesView bytes) override;
  Result<std::optional<Bytes>> get(const std::string& name, size_t max_bytes) override;
  Result<std::vector<std::string>> list(const std::string& prefix, const std::string& start_after,
                                        size_t max) override;
  Status remove(const std::string& name) override;

 private:
  ObjectStore& outer_;
  std::string prefix_;
};

}  // namespace clew
