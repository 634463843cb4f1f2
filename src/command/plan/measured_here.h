#pragma once
// Which measuring commands this user has run on this machine, with `clew done -- CMD` or a recheck
// that was agreed to. A log can say anything, and travels: that a command stands in it, whoever it
// names, is no reason to run it. So the list is no part of a store; it is a file `measured` in the
// user's state folder, a digest for each. What is not in it is asked about first.

#include "engine/workspace.h"
#include "session/gate.h"

namespace clew {

// What ran: by the caller's actor, for this session, in `folder` (absolute).
// A list that cannot be written costs one question later, and nothing else.
void remember_measuring(Workspace& workspace, const SessionId& session,
                        const std::vector<std::string>& command, const std::string& folder);
bool was_measured_here(Workspace& workspace, const SessionId& session,
                       const std::vector<std::string>& command, const std::string& folder);

}  // namespace clew
