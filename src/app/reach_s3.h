#pragma once
// What `clew-net` reaches: folders, and buckets with the keys of whoever runs it. `clew` gets here
// by becoming clew-net (reach_by_clew_net.h).

#include "engine/context.h"
#include "remote/open_object_store.h"

namespace clew {

class ReachS3 final : public ObjectStoreFactory {
 public:
  explicit ReachS3(const Surroundings& around) : around_(around) {}
  // For s3:// also kNotAllowed without keys, or when a variable that names a file of them leads
  // into the project, which may have set it.
  Result<std::unique_ptr<ObjectStore>> open(const RemoteAddress& address,
                                            FileSystem& files) const override;

 private:
  const Surroundings& around_;
  FolderStoreFactory folders_;
  mutable SystemMachine machine_;
};

}  // namespace clew
