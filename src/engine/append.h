#pragma once
// Appends events that a verb has made itself, in a transaction in which it also does something else
// (a repair, a redaction). Verbs that only record use Workspace::execute. The caller commits.

#include <vector>

#include "engine/workspace.h"

namespace clew {

// `repairs` names the event that these mend; 0 for none.
Result<Done> append_events_in(Workspace& workspace, Transaction& transaction,
                              const SessionId& session, std::vector<EventData> reported,
                              Seq repairs = {});

}  // namespace clew
