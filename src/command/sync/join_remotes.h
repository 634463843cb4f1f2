#pragma once
// `clew remote invite` and `clew remote join`: how a second device comes to a remote.

#include "command/sync/manage_remotes.h"

namespace clew {

struct JoinRemoteRequest {
  std::vector<std::string> words;
  std::string code;
  static constexpr auto params() {
    using R = JoinRemoteRequest;
    return field_list(
        positional("words", &R::words, "NAME [URL]",
                   "how it is called here; where it is seen from here, when that is elsewhere"),
        option("code", &R::code, "LINE",
               "what clew remote invite or clew share printed; without it, or as -, it is read "
               "from standard "
               "input"));
  }
};

Result<Answer> invite_to_remote(Workspace& workspace, const RemoteNameRequest& request);
Result<Answer> join_remote_verb(Workspace& workspace, const JoinRemoteRequest& request);

}  // namespace clew
