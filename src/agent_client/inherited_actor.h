#pragma once
// CLEW_ACTOR, where the hooks of an agent handed it on to what the agent starts. It is inherited
// further down: an agent that was started in the shell of another finds the name of the outer one.
// (Some clients pass all of their environment on to MCP servers, others nothing.)

#include <optional>
#include <string>

#include "agent_client/actor_name.h"
#include "agent_client/binding.h"

namespace clew {

// A name as hooks give it: claude-code:0a88102e. Any other was chosen by somebody, and holds.
bool is_name_of_hooks(const ActorId& actor);

// Whether `client`, as an MCP client calls itself, is of that actor's kind: codex-mcp-client is
// codex:28f51fbd; another program that the same process runs is not.
bool is_same_kind(const std::string& client, const ActorId& actor);

// Whether hooks tell that this conversation goes on in another process than `own`. Never so of
// agents whose conversations do not have a process each.
Result<bool> goes_on_elsewhere(StoreReader& store, const ActorId& actor, const ProcessMark& own);

// The name of an agent that no hooks tell of, by the process it runs in.
ActorId name_by_process(const std::string& kind, const ProcessMark& process);

// Who runs a command below `above`, the nearest first, where the name `given` was handed on: the
// conversation that hooks tell of in the nearest of these processes. An agent's program in between
// of which they tell nothing is another agent, while the one of that name goes on elsewhere.
Result<ActorId> who_runs_below(StoreReader& store, const std::vector<ProcessAbove>& above,
                               const ActorId& given);

}  // namespace clew
