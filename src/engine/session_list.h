#pragma once
// Sessions as lines and fields of an answer: for `clew list`, the choice among several, and the
// overview.

#include "engine/workspace.h"

namespace clew {

// Left open by an agent, and nobody has touched it for a week: it stands in nobody's way, is not
// listed unless asked for, and any work takes it back.
bool is_put_away(const SessionSummary& summary, Time now);

// For an answer that stops at its limit: more were found than it shows.
void tell_of_more(Answer& answer, size_t limit);
Answer list_summaries(Workspace& workspace, const std::vector<SessionSummary>& summaries);
// The sessions that are open here, when that is what `error` says: several, and none was named.
std::vector<SessionSummary> several_open(Workspace& workspace, const Error& error);
// What a reading verb answers when it found no session. Several are open and none was named: the
// list, and how to name one. Otherwise, and for agents, who take an answer for that of one session,
// the `error` it is.
Result<Answer> list_open(Workspace& workspace, const Error& error);

}  // namespace clew
