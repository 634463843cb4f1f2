#pragma once
// `clew bundle create`: sessions, and those that they were forked from, as one sealed file.
// Contents travel only when an event of these sessions names them; other files of the project never
// do.

#include "command/verb.h"

namespace clew {

struct CreateBundleRequest {
  std::vector<std::string> words;
  std::vector<std::string> to;
  std::string passphrase_file;
  static constexpr auto params() {
    using R = CreateBundleRequest;
    return field_list(
        positional("words", &R::words, "[ID…] FILE", "the sessions, then the file to write"),
        option("to", &R::to, "KEY",
               "who can open it: their clew key show; repeat for more. So can this device"),
        option("passphrase_file", &R::passphrase_file, "FILE",
               "whoever knows the first line of this file can open it"));
  }
};
Result<Answer> create_bundle(Workspace& workspace, const CreateBundleRequest& request);

}  // namespace clew
