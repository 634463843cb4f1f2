#pragma once
// `clew remote auto on` and `off`: whether work is sent to a remote by itself.

#include "command/verb.h"

namespace clew {

struct AutomaticRemoteRequest {
  std::vector<std::string> words;
  static constexpr auto params() {
    using R = AutomaticRemoteRequest;
    return field_list(positional("words", &R::words, "STATE [NAME]",
                                 "on or off: whether work is sent by itself; then the remote, when "
                                 "there are several"));
  }
};

Result<Answer> set_automatic(Workspace& workspace, const AutomaticRemoteRequest& request);

}  // namespace clew
