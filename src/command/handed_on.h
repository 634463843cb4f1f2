#pragma once
// CLEW_ACTOR, where the hooks of an agent handed it on to what the agent starts. It is inherited
// further down: an agent that was started in the shell of another finds the name of the outer one.
// (Claude Code and Gemini CLI pass all of their environment on to MCP servers; Codex does not.)

#include <optional>
#include <string>

#include "command/bound_agents.h"

namespace clew {

// A name as hooks give it: claude-code:0a88102e. Any other was chosen by somebody, and holds.
bool is_name_of_hooks(const ActorId& actor);

// Whether `client`, as an MCP client calls itself, is of that actor's kind: codex-mcp-client is
// codex:28f51fbd; another program that the same process runs is not.
bool is_same_kind(const std::string& client, const ActorId& actor);

// Whether hooks tell that this conversation goes on in another process than `own`. Never so of
// agents whose conversations do not have a process each.
Result<bool> goes_on_elsewhere(EventStore& store, const ActorId& actor, const ProcessMark& own);

// The conversation in the nearest process above us in which hooks tell of one.
Result<std::optional<ActorId>> conversation_above(EventStore& store, FileSystem& files,
                                                  const std::string& device);

}  // namespace clew
