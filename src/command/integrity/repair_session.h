#pragma once
// `clew repair`: makes anew what is derived from the log, or cuts back to what can be trusted.

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

Result<Answer> repair_session(Workspace& workspace, const RepairRequest& request);

// Whether the events after the last intact one could be cut off: tried, and not done. The error
// says what stands in the way.
Status could_cut_off(Workspace& workspace, const SessionId& id);

}  // namespace clew
