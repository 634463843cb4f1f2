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
    return field_list(positional("paths", &R::paths, "PATH…", "files or folders of a dialect"),
                      option("dialect", &R::dialect, "DIALECT", "told by the files otherwise"),
                      option("workflow", &R::workflow, "DIR",
                             "a workflow, or a folder of several: their metadata.json names the "
                             "phases of their sessions, and counts them"),
                      flag("dry_run", &R::dry_run, "say what would be written, and write nothing"));
  }
};

Result<Answer> migrate_files(Workspace& workspace, const MigrateRequest& request);

}  // namespace clew
