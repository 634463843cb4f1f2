// What a reading needs from the world: where the project is, and what time it is.

#include "agent_client/transcript/transcript.h"
#include "agent_client/transcript/slashes.h"

namespace clew {
namespace {

void shorten(std::string& path, const std::string& prefix) {
  if (path.starts_with(prefix) && path.size() > prefix.size()) path.erase(0, prefix.size());
}

}  // namespace

void location_in_project(Session& session, const std::string& root) {
  if (root.empty()) return;
  const std::string folder = transcript::with_slashes(root);
  const std::string prefix = folder.ends_with('/') ? folder : folder + "/";
  for (auto& file : session.files.items) shorten(file.path, prefix);
  for (auto& agent : session.agents.items) {
    for (auto* list : {&agent.files.created, &agent.files.modified, &agent.files.deleted}) {
      for (auto& path : *list) shorten(path, prefix);
    }
  }
}

void pause_if_idle(Session& session, Time now) {
  LifecycleState& lifecycle = session.lifecycle;
  if (lifecycle.status != Lifecycle::kActive) return;
  if (now - session.last_activity < kInactivityPause) return;
  lifecycle.status = Lifecycle::kPaused;
  lifecycle.reason = lifecycle.context.empty() ? kInactivity : "interrupted";
  lifecycle.paused_at = session.last_activity + kInactivityPause;
  for (auto& agent : session.agents.items) {
    if (agent.status != AgentStatus::kRunning) continue;
    agent.status = AgentStatus::kError;
    agent.result = AgentResult::kAborted;
    agent.ended_at = session.last_activity;
  }
}

}  // namespace clew
