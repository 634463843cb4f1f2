#pragma once
// An agent is bound to one session: what it does without naming one belongs there. It binds with
// its first recorded work; a session that it starts or resumes takes the place of the one before.
// It stays bound to one that has ended, which stands in nobody's way: its work there is known by
// that. People are not bound: `clew use` binds a checkout.
//
// Kept as settings (store/settings.h): the session an actor is bound to; who is bound to a session,
// with their process and whether they ended; and the conversations that go on in a process, as
// hooks report them. An MCP server that the same process started works for that one.

#include <optional>
#include <string>
#include <vector>

#include "agent_client/actor_name.h"
#include "agent_client/process.h"
#include "engine/context.h"
#include "store/settings.h"

namespace clew {

struct BoundAgent {
  ActorId actor;
  ProcessMark process;
  bool ended = false;
  bool turns = false;
  bool operator==(const BoundAgent&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "actor", &BoundAgent::actor, "its name"),
                      field(2, "process", &BoundAgent::process, "where it ran last"),
                      field(3, "ended", &BoundAgent::ended, "its conversation ended"),
                      field(4, "turns", &BoundAgent::turns, "its hooks tell when a turn ends"));
  }
};

// The latest is the last.
Result<std::vector<BoundAgent>> bound_agents(StoreReader& store, const SessionId& session);
// In the caller's transaction, so that two agents may come to a session at once. That its hooks
// tell of turns stays known.
Status put_bound_agent(Transaction& transaction, const SessionId& session, BoundAgent agent);

// The key of a process; empty when it is not known.
std::string process_key(const ProcessMark& process);
// The one conversation that goes on in the process; nothing when there is none, or several.
Result<std::optional<ActorId>> conversation_in(StoreReader& store, const ProcessMark& process);
// Whether what is kept under such a key names this conversation.
bool is_conversation_in(const std::string& kept, const ActorId& actor);
enum class Conversing { kGoesOn, kEnded };
// What is kept under such a key once this conversation goes on there or has ended.
std::string conversations_with(const std::string& kept, const ActorId& actor, Conversing course,
                               ProcessUse use);

enum class AgentBinding { kFirstWork, kTakenUp };
// In the transaction of the command that is the reason for it. `self`: who it is in its process,
// for others who look whether it is there.
Status bind_agent(Transaction& transaction, const ActorId& actor, const SessionId& session,
                  AgentBinding how, const std::optional<BoundAgent>& self = std::nullopt);

// In a transaction of its own, to a session that is open. A store that cannot be written is no
// reason to fail: whoever needs the session says which.
void bind_agent_alone(Context& context, const ActorId& actor, const SessionId& session,
                      AgentBinding how, const std::optional<BoundAgent>& self = std::nullopt);

}  // namespace clew
