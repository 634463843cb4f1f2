// How reports about agents and their context change a session.

#include "session/applier.h"

namespace clew {
namespace {

void append_new(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const auto& path : from) {
    if (std::find(to.begin(), to.end(), path) == to.end()) to.push_back(path);
  }
  bound(to, kKeptPaths);
}

}  // namespace

void Applier::operator()(const AgentChanged& e) {
  auto& items = s_.agents.items;
  auto found =
      std::find_if(items.begin(), items.end(), [&](const Agent& a) { return a.id == e.agent; });
  if (found == items.end()) {
    ++s_.agents.total;
    items.emplace_back();
    found = items.end() - 1;
    found->id = e.agent;
  }
  change_agent(*found, e);
  bound(s_.agents);
}

// A figure of one agent replaces its earlier one, and the session's is then the sum over all
// agents. A figure without an agent is the session's as it stands.
void Applier::operator()(const ContextReported& e) {
  ContextUsage& usage = s_.context;
  if (e.compressed) {
    ++usage.compressions;
    usage.last_compression = h_.at;
  }
  if (!e.tokens) return;
  if (e.agent.empty()) {
    usage.estimated_tokens = *e.tokens;
    return;
  }
  std::erase_if(usage.by_agent, [&](const AgentTokens& t) { return t.agent == e.agent; });
  usage.by_agent.push_back({e.agent, *e.tokens});
  bound(usage.by_agent, kKeptAgents);
  usage.estimated_tokens = 0;
  for (const auto& agent : usage.by_agent) {
    usage.estimated_tokens = capped_sum(usage.estimated_tokens, agent.tokens);
  }
}

// A path is in one list: what was created stays so, and what is gone is gone.
void Applier::add_to_agent(const FileChanged& e) {
  auto& agents = s_.agents.items;
  const auto agent =
      std::find_if(agents.begin(), agents.end(), [&](const Agent& a) { return a.id == e.agent; });
  if (e.agent.empty() || agent == agents.end()) return;
  AgentFiles& files = agent->files;
  const auto has = [&](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), e.path) != list.end();
  };
  if (e.action == FileAction::kModified && has(files.created)) return;
  for (auto* list : {&files.created, &files.modified, &files.deleted}) std::erase(*list, e.path);
  append_new(e.action == FileAction::kCreated    ? files.created
             : e.action == FileAction::kModified ? files.modified
                                                 : files.deleted,
             {e.path});
}

// What the event leaves empty stays as it was. Only a report of progress can say, by naming nobody,
// that the agent does not wait any longer.
void Applier::change_agent(Agent& agent, const AgentChanged& e) {
  if (!e.type.empty()) agent.type = e.type;
  if (e.step != kRoot) agent.step = e.step;
  if (e.progress) agent.progress = e.progress;
  if (!e.summary.empty()) agent.summary = e.summary;
  if (!e.blocking_on.empty() || e.verb == AgentVerb::kProgress) agent.blocking_on = e.blocking_on;
  append_new(agent.files.created, e.files.created);
  append_new(agent.files.modified, e.files.modified);
  append_new(agent.files.deleted, e.files.deleted);
  agent.status = next_status(agent.status, e.verb).value_or(agent.status);
  switch (e.verb) {
    case AgentVerb::kStart:
      agent.started_at = h_.at;
      agent.ended_at.reset();
      agent.result = AgentResult::kNone;
      agent.error.reset();
      break;
    case AgentVerb::kProgress:
      if (!agent.started_at) agent.started_at = h_.at;
      break;
    case AgentVerb::kRetry: {
      AgentError error = agent.error.value_or(AgentError());
      ++error.retry_count;
      error.last_retry_at = h_.at;
      agent.error = error;
      agent.ended_at.reset();
      agent.result = AgentResult::kNone;
      break;
    }
    case AgentVerb::kPlan:
      break;
    case AgentVerb::kDone:
    case AgentVerb::kFail:
    case AgentVerb::kTimeout:
      end_agent(agent, e);
      break;
  }
}

// An error that is told keeps the retries that were counted so far.
void Applier::end_agent(Agent& agent, const AgentChanged& e) {
  agent.ended_at = h_.at;
  agent.blocking_on = AgentId();
  agent.result = e.result;
  if (e.verb == AgentVerb::kDone) {
    agent.error.reset();
    if (e.result == AgentResult::kNone) agent.result = AgentResult::kSuccess;
    if (!e.progress) agent.progress = 1.0;
    return;
  }
  if (e.result == AgentResult::kNone) {
    agent.result = e.verb == AgentVerb::kFail ? AgentResult::kFailure : AgentResult::kTimeout;
  }
  if (!e.error) return;
  const uint32_t retries = agent.error ? agent.error->retry_count : 0;
  const std::optional<Time> last = agent.error ? agent.error->last_retry_at : std::nullopt;
  agent.error = *e.error;
  agent.error->retry_count = std::max(agent.error->retry_count, retries);
  if (!agent.error->last_retry_at) agent.error->last_retry_at = last;
}

}  // namespace clew
