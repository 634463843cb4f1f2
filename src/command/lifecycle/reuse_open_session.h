#pragma once
// A workflow that is started again on the same target goes on in the session that is open.

#include "dialect/dialect.h"
#include "engine/workspace.h"

namespace clew {

// Where the workflow dialect keeps what a session is about.
inline constexpr const char* kTargetKey = "workflow.target_file";

// An open session of this project: the same workflow, about the same target.
std::optional<SessionId> same_work(Workspace& workspace, const Structure& structure,
                                   const std::string& target);
// Resumes it where it sleeps. Asked to show itself in files (`dialect`, in `dir` or its usual
// folder), one that does not yet begins to.
Result<Done> take_up(Workspace& workspace, const SessionId& id, const Dialect* dialect,
                     const std::string& dir);

}  // namespace clew
