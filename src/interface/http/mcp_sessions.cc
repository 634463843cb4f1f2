#include "interface/http/mcp_sessions.h"

#include <algorithm>

namespace clew {

void McpSessions::add(const std::string& id, std::shared_ptr<McpConnection> connection, Time now) {
  make_room(now);
  sessions_[id] = {std::move(connection), now};
}

McpSession* McpSessions::find(const std::string& id, Time now) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return nullptr;
  if (is_over(found->second, now)) {
    sessions_.erase(found);
    return nullptr;
  }
  found->second.used = now;
  return &found->second;
}

bool McpSessions::erase(const std::string& id) { return sessions_.erase(id) > 0; }

void McpSessions::each(const std::function<void(McpSession&)>& visit) {
  for (auto& [id, session] : sessions_) visit(session);
}

bool McpSessions::is_over(const McpSession& session, Time now) const {
  return session.channel == nullptr && now - session.used > idle_;
}

void McpSessions::make_room(Time now) {
  std::erase_if(sessions_, [&](const auto& entry) { return is_over(entry.second, now); });
  while (sessions_.size() >= most_) {
    sessions_.erase(std::min_element(
        sessions_.begin(), sessions_.end(),
        [](const auto& a, const auto& b) { return a.second.used < b.second.used; }));
  }
}

}  // namespace clew
