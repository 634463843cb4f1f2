#pragma once
// MCP over HTTP, both eras at one path.
//
//   modern      POST only. Every request stands alone; its headers must agree with its body.
//               A reply is JSON, or a stream when anything comes before the response;
//               subscriptions/listen is a stream until the client leaves.
//   handshake   `initialize` is answered with an Mcp-Session-Id that all later requests carry.
//               202 for notifications and responses; 404 for a session that is not here (any more).
//               GET with that id is the stream of what the client did not ask for, DELETE ends the
//               session. Without the id of a session, both are 405.
//
//   McpEndpoint endpoint(server, {.clock = …, .random = …});
//   auto http = HttpServer::start(options, {endpoint.route()});
//   endpoint.attach(**http);
//   …
//   endpoint.detach();    // tells the subscribers
//   (*http)->stop();      // before the endpoint goes

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/time.h"
#include "interface/http/http_server.h"
#include "interface/http/mcp_outlet.h"
#include "interface/http/mcp_sessions.h"
#include "interface/mcp/server.h"

namespace clew {

struct McpEndpointOptions {
  std::function<Time()> clock = {};
  std::function<void(Bytes& bytes)> random = {};  // for session ids
  size_t sessions = 256;
  Duration session_idle = hours(4);
  Duration poll_every = {500};  // how often changes are looked for, while anybody listens
};

class McpEndpoint {
 public:
  // The server must outlive the endpoint, the endpoint the HTTP server.
  McpEndpoint(McpServer& server, McpEndpointOptions options);
  ~McpEndpoint();
  McpEndpoint(const McpEndpoint&) = delete;
  McpEndpoint& operator=(const McpEndpoint&) = delete;

  HttpRoute route(std::string path = "/mcp");
  void attach(HttpServer& http);
  void detach();

 private:
  using Responder = std::shared_ptr<HttpResponder>;
  // A modern request that is not answered yet.
  struct Open {
    std::shared_ptr<McpConnection> connection;
    std::shared_ptr<McpReplyOutlet> outlet;
  };

  void handle(const HttpRequest& request, const Responder& responder);
  void post_modern(const HttpRequest& request, const Value& message, const Responder& responder);
  void post_handshake(const HttpRequest& request, const Value& message, const Responder& responder);
  void initialize(const Value& message, const Responder& responder);
  void open_channel(const std::string& id, McpSession& session, const Responder& responder);
  // Null, and refused, when the request names none that is here. `id` is the message's.
  McpSession* find_session(const HttpRequest& request, const Value& id, const Responder& responder);
  std::shared_ptr<McpReplyOutlet> pass_on(const std::shared_ptr<McpConnection>& connection,
                                          const Value& message, const Responder& responder,
                                          McpEra era, const std::string& version);
  const Value* schema_for(const Value& message);
  std::string new_session_id() const;

  void look_for_changes();
  void keep_looking();
  void close_all();

  McpServer& server_;
  McpEndpointOptions options_;
  McpSessions sessions_;
  std::list<Open> open_;
  std::atomic<HttpServer*> http_ = nullptr;
  bool looking_ = false;
};

}  // namespace clew
