#include "command/bind_agent.h"

#include "command/append_in_turn.h"

namespace clew {
namespace {

std::string binding_of(const ActorId& actor) { return "actor:" + actor.text; }

bool is_still_open(EventStore& store, const std::string& id) {
  const auto card = id.empty() ? Result<SessionCard>(Error()) : store.card(SessionId(id));
  return card && !is_closed(card->status) && !card->archived && !card->forgotten;
}

}  // namespace

bool is_agent_actor(const ActorId& actor) {
  const size_t colon = actor.text.find(':');
  return colon != std::string::npos && colon > 0 && actor.text.find('@') == std::string::npos;
}

Status bind_agent(EventStore& store, WriteTurn& turn, const ActorId& actor,
                  const SessionId& session, AgentBinding how) {
  if (!is_agent_actor(actor)) return success();
  CLEW_ASSIGN(const std::string bound, store.setting(binding_of(actor)));
  const bool stays = how == AgentBinding::kFirstWork && is_still_open(store, bound);
  if (bound == session.text || stays) return success();
  return turn.put_setting(binding_of(actor), session.text);
}

void bind_agent_alone(Workspace& workspace, const SessionId& session, AgentBinding how) {
  const ActorId& actor = workspace.caller().actor;
  if (!is_agent_actor(actor)) return;
  const auto bound = workspace.store().setting(binding_of(actor));
  if (!bound || *bound == session.text) return;
  const auto turn = workspace.store().begin_write(kWriteDeadline);
  if (!turn || !bind_agent(workspace.store(), **turn, actor, session, how)) return;
  static_cast<void>((*turn)->commit());
}

}  // namespace clew
