#include "command/bind_agent.h"

#include <algorithm>

#include "command/append_in_turn.h"

namespace clew {
namespace {

bool is_still_open(EventStore& store, const std::string& id) {
  const auto card = id.empty() ? Result<SessionCard>(Error()) : store.card(SessionId(id));
  return card && !is_closed(card->status) && !card->archived && !card->forgotten;
}

// Work elsewhere moves nobody from a session that goes on.
Result<bool> is_to_be_bound(EventStore& store, const ActorId& actor, const SessionId& session,
                            AgentBinding how) {
  if (!is_agent_actor(actor)) return false;
  CLEW_ASSIGN(const std::string bound, store.setting(binding_key(actor)));
  if (bound == session.text) return false;
  return how == AgentBinding::kTakenUp || !is_still_open(store, bound);
}

// Bound to it, and not among those who are looked for there.
bool is_not_seen_there(EventStore& store, const SessionId& session, const ActorId& actor) {
  const auto bound = store.setting(binding_key(actor));
  if (!bound || *bound != session.text) return false;
  const auto agents = bound_agents(store, session);
  return agents && std::none_of(agents->begin(), agents->end(),
                                [&](const BoundAgent& agent) { return agent.actor == actor; });
}

}  // namespace

bool is_agent_actor(const ActorId& actor) {
  const size_t colon = actor.text.find(':');
  return colon != std::string::npos && colon > 0 && actor.text.find('@') == std::string::npos;
}

std::string binding_key(const ActorId& actor) { return "actor:" + actor.text; }

Status bind_agent(EventStore& store, WriteTurn& turn, const ActorId& actor,
                  const SessionId& session, AgentBinding how) {
  CLEW_ASSIGN(const bool binds, is_to_be_bound(store, actor, session, how));
  return binds ? turn.put_setting(binding_key(actor), session.text) : success();
}

bool bind_agent_alone(Workspace& workspace, const SessionId& session, AgentBinding how,
                      const std::optional<BoundAgent>& self) {
  const ActorId& actor = workspace.caller().actor;
  EventStore& store = workspace.store();
  const auto binds = [&] { return is_to_be_bound(store, actor, session, how).value_or(false); };
  // A verb may have bound it before, which does not know of processes.
  const auto comes = [&] { return self && is_not_seen_there(store, session, actor); };
  if (!is_agent_actor(actor) || !is_still_open(store, session.text)) return false;
  if (!binds() && !comes()) {
    return store.setting(binding_key(actor)).value_or(std::string()) == session.text;
  }
  const auto turn = store.begin_write(kWriteDeadline);
  if (!turn) return false;
  const bool is_told = comes() || (self && binds());
  if (!bind_agent(store, **turn, actor, session, how)) return false;
  if (is_told && !put_bound_agent(store, **turn, session, *self)) return false;
  static_cast<void>((*turn)->commit());
  return false;
}

}  // namespace clew
