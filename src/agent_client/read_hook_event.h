#pragma once
// An agent's JSON as a moment. Pure and tolerant: an event that clew has nothing to do at is no
// moment, a missing field leaves what can be told, and no input is an error. The fields were seen
// with Claude Code 2.1, Codex 0.166 and Gemini CLI 0.61; Cursor's are as documented.

#include <optional>
#include <string_view>

#include "agent_client/hook_event.h"
#include "base/value.h"

namespace clew {

std::optional<Moment> read_moment(HookAgent agent, const Value& input);

std::optional<Moment> read_claude_moment(const Value& input);
std::optional<Moment> read_codex_moment(const Value& input);
std::optional<Moment> read_gemini_moment(const Value& input);
std::optional<Moment> read_cursor_moment(const Value& input);

// Codex does not tell its hooks how a command ended and what edited files were before, but has
// written it down by then: the end of its transcript says so. Without a line about this call the
// moment stays as it is.
bool lacks_outcome(const Moment& moment);
void tell_outcome(Moment& moment, std::string_view transcript_end);

}  // namespace clew
