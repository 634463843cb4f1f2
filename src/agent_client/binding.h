#pragma once
// An agent is bound to one session: what it does without naming one belongs there. It binds with
// its first recorded work; a session that it starts or resumes takes the place of the one before.
// It stays bound to one that has ended, which stands in nobody's way: its work there is known by
// that. People are not bound: `clew use` binds a checkout.

#include "agent_client/bound_agents.h"
#include "engine/workspace.h"

namespace clew {

// By its name: claude-code:8f1c is an agent, ana@laptop a person.
bool is_agent_actor(const ActorId& actor);

// The setting that names the session an actor is bound to.
std::string binding_key(const ActorId& actor);

enum class AgentBinding { kFirstWork, kTakenUp };
// In the turn of the command that is the reason for it.
Status bind_agent(Transaction& turn, const ActorId& actor, const SessionId& session,
                  AgentBinding how);

// In a turn of its own, to a session that is open. A store that cannot be written is no reason to
// fail: whoever needs the session says which. `self`: who it is in its process, for others who look
// whether it is there.
void bind_agent_alone(Workspace& workspace, const SessionId& session, AgentBinding how,
                      const std::optional<BoundAgent>& self = std::nullopt);

}  // namespace clew
