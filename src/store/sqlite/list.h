#pragma once
// Lists sessions without reading their logs: summaries, newest first, and ids by their beginning.

#include "store/sqlite/event_rows.h"

namespace clew {

Result<std::vector<SessionSummary>> list_sessions(Database& base, const ListQuery& query);
Result<SessionSummary> session_summary(Database& base, const SessionId& id);
Result<SessionId> resolve_session(Database& base, const std::string& prefix);

}  // namespace clew
