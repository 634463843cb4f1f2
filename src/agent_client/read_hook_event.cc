#include "agent_client/read_hook_event.h"

namespace clew {

std::optional<Moment> read_moment(HookAgent agent, const Value& input) {
  switch (agent) {
    case HookAgent::kClaudeCode:
      return read_claude_moment(input);
    case HookAgent::kCodex:
      return read_codex_moment(input);
    case HookAgent::kGemini:
      return read_gemini_moment(input);
    case HookAgent::kCursor:
      return read_cursor_moment(input);
  }
  return std::nullopt;
}

}  // namespace clew
