#pragma once
// `clew bundle inspect` and `clew bundle open`: nothing of a bundle is shown or taken in before its
// seal, its signature and all of its parts hold.

#include "command/verb.h"

namespace clew {

struct OpenBundleRequest {
  std::string file;
  std::string passphrase_file;
  static constexpr auto params() {
    using R = OpenBundleRequest;
    return field_list(positional("file", &R::file, "FILE", "a file that clew bundle create wrote"),
                      option("passphrase_file", &R::passphrase_file, "FILE",
                             "has the passphrase as its first line"));
  }
};
Result<Answer> inspect_bundle(Workspace& workspace, const OpenBundleRequest& request);
struct TakeBundleRequest {
  std::string file;
  std::string passphrase_file;
  std::string project;
  static constexpr auto params() {
    using R = TakeBundleRequest;
    return field_list(positional("file", &R::file, "FILE", "a file that clew bundle create wrote"),
                      option("passphrase_file", &R::passphrase_file, "FILE",
                             "has the passphrase as its first line"),
                      option("project", &R::project, "DIR",
                             "where the project of its sessions is on this machine"));
  }
};
// All of it or nothing. What the store already has of a session is left alone; kConflict when both
// sides have worked since.
Result<Answer> open_bundle(Workspace& workspace, const TakeBundleRequest& request);

}  // namespace clew
