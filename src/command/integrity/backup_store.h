#pragma once
// `clew backup` and `clew restore`: the whole store, contents included, in one file and back.

#include "command/verb.h"

namespace clew {

struct BackupRequest {
  std::string path;
  static constexpr auto params() {
    return field_list(
        positional("path", &BackupRequest::path, "PATH", "a file that does not exist yet"));
  }
};
Result<Answer> backup_store(Workspace& workspace, const BackupRequest& request);

struct RestoreRequest {
  std::string path;
  static constexpr auto params() {
    return field_list(
        positional("path", &RestoreRequest::path, "PATH", "a file that clew backup wrote"));
  }
};
// Only with --yes; what the store had is kept beside it.
Result<Answer> restore_backup(Workspace& workspace, const RestoreRequest& request);

}  // namespace clew
