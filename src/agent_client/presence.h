#pragma once
// Whether an agent that is bound to a session is still at work there: by its process where that is
// known, else by the time since its last work.

#include <optional>
#include <vector>

#include "agent_client/binding.h"
#include "engine/context.h"
#include "files/file_system.h"
#include "session/agent.h"

namespace clew {

// Whether it may come back: it has not ended, its process is there, or, where that cannot be told,
// it was at work a moment ago. After a day without work nobody waits for it.
enum class AgentPresence { kThere, kGone };
AgentPresence presence_of(FileSystem& files, const BoundAgent& agent, const std::string& device,
                          Duration since_work);
// Of everybody bound to the session, for a page.
std::vector<AgentCheck> look_at_agents(Context& context, const Session& session);
// How long a turn without an end is taken to go on: an open terminal is not at work.
inline constexpr Duration kTurnGoesOn = minutes(10);
// Another agent that is bound to the session and at work; nothing when it is free for `self`.
Result<std::optional<ActorId>> held_by_other(Context& context, const SessionSummary& summary,
                                             const ActorId& self);

// How many conversations go on at a time in a process of this actor's client.
ProcessUse use_of(const ActorId& actor);

}  // namespace clew
