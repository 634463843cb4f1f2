#include "agent_client/presence.h"

#include "agent_client/clients.h"

namespace clew {
namespace {

constexpr Duration kSeenLately = minutes(10);  // for agents whose process is not known
constexpr Duration kWaitedFor = hours(24);

}  // namespace

AgentPresence presence_of(FileSystem& files, const BoundAgent& agent, const std::string& device,
                          Duration since_work) {
  if (agent.ended || since_work > kWaitedFor) return AgentPresence::kGone;
  const auto running = is_running(files, agent.process, device);
  return running.value_or(since_work <= kSeenLately) ? AgentPresence::kThere : AgentPresence::kGone;
}

std::vector<AgentCheck> look_at_agents(Context& context, const Session& session) {
  std::vector<AgentCheck> out;
  const auto agents = bound_agents(context.store(), session.identity.id);
  if (!agents) return out;
  const Duration since_work = context.now() - session.last_activity;
  for (const auto& agent : *agents) {
    const bool there = presence_of(context.files(), agent, context.surroundings().device,
                                   since_work) == AgentPresence::kThere;
    out.push_back({agent.actor, there, agent.turns});
  }
  return out;
}

Result<std::optional<ActorId>> held_by_other(Context& context, const SessionSummary& summary,
                                             const ActorId& self) {
  CLEW_ASSIGN(const auto agents, bound_agents(context.store(), summary.id));
  if (agents.empty()) return std::optional<ActorId>();
  const Duration since_work = context.now() - summary.touched_at;
  if (since_work > kTurnGoesOn) return std::optional<ActorId>();
  for (auto agent = agents.rbegin(); agent != agents.rend(); ++agent) {
    if (agent->actor == self) continue;
    // What went on in our own process before is over. Without hooks every connection has a name of
    // its own, also when a client connects anew.
    const bool one = !agent->turns || use_of(agent->actor) == ProcessUse::kOneConversation;
    const auto own = [&] {
      return find_agent_process(context.files(), context.surroundings().device, 0);
    };
    if (one && agent->process.pid > 0 && agent->process == own()) continue;
    const auto presence =
        presence_of(context.files(), *agent, context.surroundings().device, since_work);
    if (presence == AgentPresence::kThere) return std::optional(agent->actor);
  }
  return std::optional<ActorId>();
}

ProcessUse use_of(const ActorId& actor) {
  const AgentClient* client = client_of(actor);
  return client == nullptr ? ProcessUse::kMany : client->process_use;
}

}  // namespace clew
