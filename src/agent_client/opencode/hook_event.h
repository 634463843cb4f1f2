#pragma once
// What opencode's plugin (integrations/opencode/clew.js) tells of: the two arguments of a plugin
// hook as opencode gave them, and where.
//
//   {"hook_event_name": HOOK, "directory": "/w", "input": {…}, "output": {…}}
//   HOOK "event": input.event is {"type": "session.idle", "properties": {"sessionID", …}}; the type
//     may stand for the hook, with the properties as input
//   "text"     at the end of a turn, what the agent said last; after a compaction, the summary
//   "parent"   the session that this one works for, as a subagent
//   "source"   startup, resume or compact, with experimental.chat.system.transform

#include <optional>

#include "agent_client/hook_event.h"
#include "base/value.h"

namespace clew {

std::optional<HookEvent> read_opencode_hook(const Value& input);

// Of a tool that has run, by its name, what it was given and what it answered: {"title", "output",
// "metadata"}. Hooks and transcripts tell the same.
void read_opencode_tool(const Value& given, const Value& made, HookEvent& event);

// `opencode run "a b"` hands on the words with the quotation marks.
std::string without_opencode_quotes(std::string text);

}  // namespace clew
