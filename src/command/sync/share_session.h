#pragma once
// `clew share` and `clew unshare`: one session for other people's devices, without the rest of what
// is here. What is shared travels by a realm (remote/realm.h) below one of this device's remotes.

#include "command/verb.h"

namespace clew {

struct ShareRequest {
  std::vector<std::string> with;
  std::string remote;
  static constexpr auto params() {
    using R = ShareRequest;
    return field_list(
        option(
            "with", &R::with, "KEY",
            "the line that clew key show prints on the other device; repeat for more. Without it "
            "the command says with whom the session is shared"),
        option("remote", &R::remote, "NAME", "below which remote, when there are several"));
  }
};
struct UnshareRequest {
  std::vector<std::string> with;
  static constexpr auto params() {
    using R = UnshareRequest;
    return field_list(option("with", &R::with, "KEY",
                             "whom not to share it with any more: the line, its age1… key, or the "
                             "name that clew share shows; repeat for more"));
  }
};

Result<Answer> share_session(Workspace& workspace, const ShareRequest& request);
Result<Answer> unshare_session(Workspace& workspace, const UnshareRequest& request);

}  // namespace clew
