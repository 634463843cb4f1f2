#pragma once
// `clew sync`, `clew push` and `clew pull`: sessions to and from a remote.

#include "command/verb.h"

namespace clew {

struct SyncRequest {
  std::vector<std::string> words;
  bool repair = false;
  static constexpr auto params() {
    using R = SyncRequest;
    return field_list(
        positional("words", &R::words, "[ID…] [REMOTE]",
                   "the sessions, or all of them; then the remote, when there are several",
                   Need::kOptional),
        flag("repair", &R::repair,
             "go on although somebody restored an older copy of the remote: what it lacks is sent "
             "again"));
  }
};
struct TransferRequest {
  std::vector<std::string> words;
  static constexpr auto params() {
    using R = TransferRequest;
    return field_list(positional(
        "words", &R::words, "[ID…] [REMOTE]",
        "the sessions, or all of them; then the remote, when there are several", Need::kOptional));
  }
};

Result<Answer> sync_sessions(Workspace& workspace, const SyncRequest& request);
Result<Answer> push_sessions(Workspace& workspace, const TransferRequest& request);
Result<Answer> pull_sessions(Workspace& workspace, const TransferRequest& request);

}  // namespace clew
