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
  std::vector<std::string> set;
  std::string dialect;
  static constexpr auto params() {
    using R = RepairRequest;
    return field_list(
        option("from", &R::from, "SEQ", "keep the events up to this one; the rest is quarantined"),
        flag("dry_run", &R::dry_run, "show what would be done, without doing it"),
        option("at", &R::at, "STEP",
               "for a file that cannot be repaired otherwise: restart at this step"),
        option("set", &R::set, "FIELD=VALUE",
               "for a file: a value that it lacks and nothing tells; repeat it"),
        option("dialect", &R::dialect, "DIALECT",
               "dialect of the file; default: detected from its content"));
  }
};

// kInvalid when there is nothing to repair, kCorrupt when the log alone does not suffice. Nothing
// is changed unless fewer problems are left than there were.
Result<Answer> repair_session(Workspace& workspace, const RepairRequest& request);

}  // namespace clew
