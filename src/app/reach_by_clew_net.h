#pragma once
// How `clew` reaches what only `clew-net` can: it becomes that program, with the same words and the
// same environment, so that a user only ever types `clew`. clew-net runs the command from its
// beginning, with a factory that opens the place (reach_s3.h); what was read of standard input is
// there again.
//
// So a verb on a remote opens its place before it asks or prints anything, and before it writes
// what may not be written twice: what came before is done a second time.

#include <string>
#include <vector>

#include "remote/open_object_store.h"

namespace clew {

// Does not return, unless clew-net cannot be started.
Error become_clew_net(const std::vector<std::string>& words);

// Folders here, anything else by becoming clew-net.
class ReachByClewNet final : public ObjectStoreFactory {
 public:
  explicit ReachByClewNet(const std::vector<std::string>& words) : words_(words) {}
  Result<std::unique_ptr<ObjectStore>> open(const RemoteAddress& address,
                                            FileSystem& files) const override;

 private:
  const std::vector<std::string>& words_;
  FolderStoreFactory folders_;
};

}  // namespace clew
