#pragma once
// The handshake era's sessions over HTTP, by the id that the client was given. Bounded: the one
// used least recently makes room, and what was not used for long is gone; a client that comes back
// is told so (404) and shakes hands again.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/time.h"
#include "interface/mcp/connection.h"

namespace clew {

struct McpSession {
  std::shared_ptr<McpConnection> connection;
  Time used;
  McpOutletPtr channel = nullptr;  // while the client holds a GET stream open
};

class McpSessions {
 public:
  McpSessions(size_t most, Duration idle) : most_(most), idle_(idle) {}

  void add(const std::string& id, std::shared_ptr<McpConnection> connection, Time now);
  McpSession* find(const std::string& id, Time now);  // null when there is none; counts as use
  bool erase(const std::string& id);
  size_t size() const { return sessions_.size(); }
  void each(const std::function<void(McpSession&)>& visit);

 private:
  bool is_over(const McpSession& session, Time now) const;
  void make_room(Time now);

  size_t most_;
  Duration idle_;
  std::map<std::string, McpSession> sessions_;
};

}  // namespace clew
