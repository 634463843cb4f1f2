#pragma once
// For verbs that do more in their turn than append: what they did is told by events of the same
// turn. The caller commits.

#include <vector>

#include "engine/workspace.h"

namespace clew {

// `repairs` names the event that these mend; 0 for none.
Result<Done> append_events_in(Workspace& workspace, Transaction& transaction,
                              const SessionId& session, std::vector<EventData> reported,
                              Seq repairs = {});

}  // namespace clew
