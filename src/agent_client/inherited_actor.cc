#include "agent_client/inherited_actor.h"

#include "agent_client/clients.h"
#include "agent_client/presence.h"

namespace clew {
namespace {

const AgentClient* agent_with_program(const std::string& program) {
  for (const AgentClient& agent : agent_clients()) {
    if (program == agent.program) return &agent;
  }
  return nullptr;
}

}  // namespace

bool is_name_of_hooks(const ActorId& actor) {
  return actor.text.find(':') != std::string::npos && find_client(kind_of(actor)) != nullptr;
}

bool is_same_kind(const std::string& client, const ActorId& actor) {
  return client.starts_with(kind_of(actor));
}

Result<bool> goes_on_elsewhere(StoreReader& store, const ActorId& actor, const ProcessMark& own) {
  if (use_of(actor) != ProcessUse::kOneConversation) return false;
  CLEW_ASSIGN(const auto rows, store.settings(std::string(kProcessSettings)));
  const std::string own_key = process_key(own);
  for (const auto& [key, text] : rows) {
    if (key != own_key && is_conversation_in(text, actor)) return true;
  }
  return false;
}

ActorId name_by_process(const std::string& kind, const ProcessMark& process) {
  return ActorId(kind + ":" + sha256(process_key(process)).hex().substr(0, 4));
}

Result<ActorId> who_runs_below(StoreReader& store, const std::vector<ProcessAbove>& above,
                               const ActorId& given) {
  for (const ProcessAbove& process : above) {
    CLEW_ASSIGN(const auto talking, conversation_in(store, process.mark));
    if (talking) return *talking;
    const AgentClient* agent = agent_with_program(process.program);
    if (agent == nullptr) continue;
    CLEW_ASSIGN(const bool is_another, goes_on_elsewhere(store, given, process.mark));
    if (is_another) return name_by_process(agent->name, process.mark);
  }
  return given;
}

}  // namespace clew
