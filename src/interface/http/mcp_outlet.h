#pragma once
// Where an MCP connection's messages go over HTTP: as the one body of a reply when there is nothing
// but the response, as events of a stream otherwise.

#include <functional>
#include <memory>

#include "interface/http/http_handler.h"
#include "interface/mcp/message.h"
#include "interface/mcp/protocol.h"

namespace clew {

// For one POST: ends with the response.
class McpReplyOutlet : public McpOutlet {
 public:
  McpReplyOutlet(std::shared_ptr<HttpResponder> responder, McpEra era)
      : responder_(std::move(responder)), era_(era) {}

  // Headers for a response that is a result and comes without a stream.
  void set_headers(HttpHeaders headers) { headers_ = std::move(headers); }
  // Called, in turn, when the client leaves a stream that is not at its end.
  void on_gone(std::function<void()> gone) { gone_ = std::move(gone); }
  bool used() const { return stream_ != nullptr || answered_; }
  bool answered() const { return answered_; }

  void send(McpMessage message) override;
  // In the modern era a client that closes its connection has cancelled. In the handshake era it
  // may just have lost it.
  bool wanted(const Value& request_id) override;

 private:
  std::shared_ptr<HttpResponder> responder_;
  McpEra era_;
  HttpHeaders headers_;
  std::function<void()> gone_;
  std::shared_ptr<EventStream> stream_;
  bool answered_ = false;
};

// For the stream that a handshake client opens with GET, for what it did not ask for.
class McpChannelOutlet : public McpOutlet {
 public:
  explicit McpChannelOutlet(std::shared_ptr<EventStream> stream) : stream_(std::move(stream)) {}
  void send(McpMessage message) override { stream_->send(message.text); }

 private:
  std::shared_ptr<EventStream> stream_;
};

}  // namespace clew
