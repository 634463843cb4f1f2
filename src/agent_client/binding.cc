#include "agent_client/binding.h"

#include <algorithm>

#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "engine/transact.h"

namespace clew {
namespace {

constexpr size_t kMaxAgents = 16;        // bound to one session; the latest stay
constexpr size_t kMaxConversations = 8;  // in one process

// What cannot be read is as if nobody had been there.
template <class T>
std::vector<T> read_list(const std::string& text) {
  std::vector<T> items;
  const auto tree = text.empty() ? Result<Value>(Value::list()) : parse_cut_json(text);
  if (!tree || !from_value(*tree, items, "list")) return {};
  return items;
}

bool is_still_open(StoreReader& store, const std::string& id) {
  const auto summary = id.empty() ? Result<SessionSummary>(Error()) : store.summary(SessionId(id));
  return summary && !is_closed(summary->status) && !summary->archived && !summary->forgotten;
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

// What is to be written for an agent to be bound to a session.
struct NewBinding {
  bool binding = false;
  bool presence = false;  // a verb may have bound it before, which does not know of processes
};

Result<NewBinding> needed_binding(StoreReader& store, const ActorId& actor,
                                  const SessionId& session, AgentBinding how,
                                  const std::optional<BoundAgent>& self) {
  CLEW_ASSIGN(const std::string bound, store.setting(binding_setting(actor)));
  const bool binding = is_to_be_bound(store, bound, session, how);
  const bool presence = self && (binding || is_not_seen_there(store, bound, session, actor));
  return NewBinding{binding, presence};
}

}  // namespace

Result<std::vector<BoundAgent>> bound_agents(StoreReader& store, const SessionId& session) {
  CLEW_ASSIGN(const std::string text, store.setting(agents_setting(session)));
  return read_list<BoundAgent>(text);
}

Status put_bound_agent(Transaction& transaction, const SessionId& session, BoundAgent agent) {
  CLEW_ASSIGN(std::vector<BoundAgent> agents, bound_agents(transaction, session));
  std::erase_if(agents, [&](const BoundAgent& known) {
    if (known.actor != agent.actor) return false;
    agent.turns = agent.turns || known.turns;
    return true;
  });
  agents.push_back(std::move(agent));
  if (agents.size() > kMaxAgents) agents.erase(agents.begin());
  return transaction.put_setting(agents_setting(session), write_json(to_value(agents)));
}

std::string process_key(const ProcessMark& process) {
  if (process.pid <= 0) return {};
  return process_setting(process.device, process.pid, process.began);
}

// Where one process holds several, nobody can tell which it is.
Result<std::optional<ActorId>> conversation_in(StoreReader& store, const ProcessMark& process) {
  const std::string key = process_key(process);
  if (key.empty()) return std::optional<ActorId>();
  CLEW_ASSIGN(const std::string text, store.setting(key));
  const auto actors = read_list<ActorId>(text);
  return actors.size() == 1 ? std::optional(actors.front()) : std::nullopt;
}

bool is_conversation_in(const std::string& kept, const ActorId& actor) {
  const auto actors = read_list<ActorId>(kept);
  return std::find(actors.begin(), actors.end(), actor) != actors.end();
}

// Without this one when it ends. The latest stands last, and in a process for one conversation
// alone.
std::string conversations_with(const std::string& kept, const ActorId& actor, Conversing course,
                               ProcessUse use) {
  auto actors = read_list<ActorId>(kept);
  std::erase(actors, actor);
  if (course == Conversing::kGoesOn && use == ProcessUse::kOneConversation) actors.clear();
  if (course == Conversing::kGoesOn) actors.push_back(actor);
  if (actors.size() > kMaxConversations) actors.erase(actors.begin());
  return actors.empty() ? std::string() : write_json(to_value(actors));
}

Status bind_agent(Transaction& transaction, const ActorId& actor, const SessionId& session,
                  AgentBinding how, const std::optional<BoundAgent>& self) {
  if (!is_agent_actor(actor)) return success();
  CLEW_ASSIGN(const NewBinding needed, needed_binding(transaction, actor, session, how, self));
  if (needed.binding) CLEW_TRY(transaction.put_setting(binding_setting(actor), session.text));
  return needed.presence ? put_bound_agent(transaction, session, *self) : success();
}

// Looked up before a transaction is begun: mostly there is nothing to write. A failure is passed
// over.
void bind_agent_alone(Context& context, const ActorId& actor, const SessionId& session,
                      AgentBinding how, const std::optional<BoundAgent>& self) {
  EventStore& store = context.store();
  if (!is_agent_actor(actor)) return;
  const auto needed = needed_binding(store, actor, session, how, self);
  if (!needed || (!needed->binding && !needed->presence)) return;
  if (!is_still_open(store, session.text)) return;
  static_cast<void>(transact(context, {}, [&](Transaction& transaction) {
    return bind_agent(transaction, actor, session, how, self);
  }));
}

}  // namespace clew
