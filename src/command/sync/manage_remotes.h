#pragma once
// `clew remote add`, `list` and `remove`: the places between machines that this store knows.

#include "command/verb.h"

namespace clew {

struct AddRemoteRequest {
  std::vector<std::string> words;
  std::string endpoint;
  static constexpr auto params() {
    using R = AddRemoteRequest;
    return field_list(positional("words", &R::words, "NAME URL",
                                 "how it is called here; then a folder, file:///path, or "
                                 "s3://bucket/prefix, where nothing of clew is yet"),
                      option("endpoint", &R::endpoint, "URL", "the server of s3://"));
  }
};
struct RemoteNameRequest {
  std::string name;
  static constexpr auto params() {
    using R = RemoteNameRequest;
    return field_list(positional("name", &R::name, "NAME", "how it is called here"));
  }
};

// A new remote with this device as its only member. kConflict when there is one already.
Result<Answer> add_remote(Workspace& workspace, const AddRemoteRequest& request);
Result<Answer> list_remotes(Workspace& workspace, const NoRequest& request);
// Forgets it here, keys too; what is there stays as it is.
Result<Answer> remove_remote(Workspace& workspace, const RemoteNameRequest& request);

}  // namespace clew
