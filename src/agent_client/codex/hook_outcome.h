#pragma once
// Codex does not tell its hooks how a command ended and what edited files were before, but has
// written it down by then: the end of its transcript says so, one JSON object a line:
//   {"payload": {"type": "item_completed", "item": {"id": CALL, …}}}
//   "type": "CommandExecution", "exit_code": 2, "aggregated_output": "…",
//     "duration": {"secs": 0, "nanos": 6943}
//   "type": "FileChange", "status": "completed", "changes": {PATH: CHANGE}, each of
//     {"type": "add", "content": "…"}      of the new file
//     {"type": "delete", "content": "…"}   of the one that is gone
//     {"type": "update", "unified_diff": "@@ …", "move_path": PATH or null}

#include <string_view>

#include "agent_client/hook_event.h"

namespace clew {

bool has_no_codex_outcome(const HookEvent& event);
// Without a line about this call the event stays as it is.
void add_codex_outcome(HookEvent& event, std::string_view transcript_end);

}  // namespace clew
