#pragma once
// `clew migrate PATH`: files of an older version in the present one, beside the old, which stay as
// they are.

#include "command/verb.h"

namespace clew {

struct MigrateRequest {
  std::vector<std::string> paths;
  std::string dialect;
  std::string workflow;
  bool dry_run = false;
  static constexpr auto params() {
    using R = MigrateRequest;
    return field_list(
        positional("paths", &R::paths, "PATH…", "files or folders of a dialect"),
        option("dialect", &R::dialect, "DIALECT", "default: detected from the files"),
        option("workflow", &R::workflow, "DIR",
               "a workflow folder, or a folder of several; metadata.json defines the names and the "
               "number of phases"),
        flag("dry_run", &R::dry_run, "show what would be written, without writing it"));
  }
};

Result<Answer> migrate_files(Workspace& workspace, const MigrateRequest& request);

}  // namespace clew
