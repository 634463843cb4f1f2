#pragma once
// Gemini CLI's hook input as a hook event. Pure and tolerant (hook_event.h).

#include <optional>

#include "agent_client/hook_event.h"
#include "base/value.h"

namespace clew {

std::optional<HookEvent> read_gemini_hook(const Value& input);

// Of a tool that has run, by its name in `event`; hooks and transcripts tell the same.
void read_gemini_tool(const Value& given, const Value& response, HookEvent& event);

}  // namespace clew
