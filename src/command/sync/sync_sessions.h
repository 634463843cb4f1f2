#pragma once
// `clew sync`, `clew push` and `clew pull`: sessions to and from a remote.

#include "command/verb.h"

namespace clew {

struct SyncRequest {
  std::vector<std::string> words;
  bool repair = false;
  bool background = false;
  std::string project;
  static constexpr auto params() {
    using R = SyncRequest;
    return field_list(
        positional("words", &R::words, "[ID…] [REMOTE]",
                   "the sessions, or all of them; then the remote, when there are several",
                   Need::kOptional),
        flag("repair", &R::repair,
             "go on although somebody restored an older copy of the remote: what it lacks is sent "
             "again"),
        flag("background", &R::background,
             "send only, and keep what goes wrong for `clew status`: what `clew remote auto` "
             "starts by itself"),
        option("project", &R::project, "DIR",
               "where the project of what arrives, or of the named sessions, is on this machine"));
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

struct PullRequest {
  std::vector<std::string> words;
  std::string project;
  static constexpr auto params() {
    using R = PullRequest;
    return field_list(
        positional("words", &R::words, "[ID…] [REMOTE]",
                   "the sessions, or all of them; then the remote, when there are several",
                   Need::kOptional),
        option("project", &R::project, "DIR",
               "where the project of what arrives, or of the named sessions, is on this machine"));
  }
};

Result<Answer> sync_sessions(Workspace& workspace, const SyncRequest& request);
Result<Answer> push_sessions(Workspace& workspace, const TransferRequest& request);
Result<Answer> pull_sessions(Workspace& workspace, const PullRequest& request);

}  // namespace clew
