#include "agent_client/binding.h"

#include <algorithm>

#include "engine/append.h"

namespace clew {
namespace {

bool is_still_open(StoreReader& store, const std::string& id) {
  const auto card = id.empty() ? Result<SessionCard>(Error()) : store.card(SessionId(id));
  return card && !is_closed(card->status) && !card->archived && !card->forgotten;
}

// Work elsewhere moves nobody from a session that goes on.
bool is_to_be_bound(StoreReader& store, const std::string& bound, const SessionId& session,
                    AgentBinding how) {
  if (bound == session.text) return false;
  return how == AgentBinding::kTakenUp || !is_still_open(store, bound);
}

// Bound to it, and not among those who are looked for there.
bool is_not_seen_there(StoreReader& store, const std::string& bound, const SessionId& session,
                       const ActorId& actor) {
  if (bound != session.text) return false;
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

Status bind_agent(Transaction& turn, const ActorId& actor, const SessionId& session,
                  AgentBinding how) {
  if (!is_agent_actor(actor)) return success();
  CLEW_ASSIGN(const std::string bound, turn.setting(binding_key(actor)));
  if (!is_to_be_bound(turn, bound, session, how)) return success();
  return turn.put_setting(binding_key(actor), session.text);
}

void bind_agent_alone(Workspace& workspace, const SessionId& session, AgentBinding how,
                      const std::optional<BoundAgent>& self) {
  const ActorId& actor = workspace.caller().actor;
  EventStore& store = workspace.store();
  if (!is_agent_actor(actor) || !is_still_open(store, session.text)) return;
  struct Needed {
    bool binding = false;
    bool telling = false;  // a verb may have bound it before, which does not know of processes
  };
  const auto look = [&](StoreReader& reader) -> Needed {
    const auto bound = reader.setting(binding_key(actor));
    if (!bound) return {};
    const bool binding = is_to_be_bound(reader, *bound, session, how);
    return {binding, self && (binding || is_not_seen_there(reader, *bound, session, actor))};
  };
  const Needed before = look(store);
  if (!before.binding && !before.telling) return;
  const auto turn = store.begin_write(kWriteDeadline);
  if (!turn) return;
  const Needed now = look(**turn);
  if (now.binding && !(*turn)->put_setting(binding_key(actor), session.text)) return;
  if (now.telling && !put_bound_agent(**turn, session, *self)) return;
  static_cast<void>((*turn)->commit());
}

}  // namespace clew
