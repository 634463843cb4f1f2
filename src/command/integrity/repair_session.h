#pragma once
// `clew repair`: rebuilds what is derived from the log (snapshots, list entry, search index, view
// files), or with --from cuts the log back to its last intact event and keeps the rest in
// quarantine. For a path it repairs files (recovery_ladder.h).

#include "command/verb.h"
#include "session/session.h"

namespace clew {

struct RepairRequest {
  std::optional<int64_t> from;
  bool dry_run = false;
  std::string at;
  std::string dialect;
  static constexpr auto params() {
    using R = RepairRequest;
    return field_list(
        option("from", &R::from, "SEQ", "keep the events up to this one; the rest is set aside"),
        flag("dry_run", &R::dry_run, "say what would be done, and do nothing"),
        option("at", &R::at, "STEP", "of a file that nothing else can mend: begin anew there"),
        option("dialect", &R::dialect, "DIALECT", "of a file; told by its content otherwise"));
  }
};

// kInvalid when there is nothing to repair, kCorrupt when the log alone does not suffice. Nothing
// is changed unless fewer problems are left than there were.
Result<Answer> repair_session(Workspace& workspace, const RepairRequest& request);

}  // namespace clew
