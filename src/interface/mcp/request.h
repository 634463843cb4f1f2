#pragma once
// One request on its way through a connection, with all that its era says about it settled.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/value.h"
#include "interface/mcp/call.h"
#include "interface/mcp/message.h"
#include "interface/mcp/protocol.h"
#include "interface/mcp/reply.h"

namespace clew {

struct McpRequest {
  McpRequest() = default;
  McpRequest(const McpRequest&) = delete;  // `client` may point into it
  McpRequest& operator=(const McpRequest&) = delete;

  McpEra era = McpEra::kHandshake;
  std::string_view revision;
  Value id;
  std::string_view method;
  const Value* params = nullptr;  // an object, never null
  const Value* meta = nullptr;    // null when there is none
  std::shared_ptr<McpOutlet> outlet;
  std::string_view connection;

  McpClient own_client;  // modern: who asks, as this request says
  const McpClient* client = nullptr;
  std::optional<McpLogLevel> log_from;

  int round = 0;                 // how often the client's input was asked for already
  const Value* input = nullptr;  // its answers
  const std::string* state = nullptr;

  McpCall call() const {
    return McpCall(
        {era, revision, id, client, meta, log_from, input, state, outlet.get(), connection});
  }
  const Value* param(std::string_view key) const { return params->find(key); }
  // Answers with an error, as the era spells it.
  void fail(const McpError& error) const;
  void fail(int code, std::string_view message, const Value& data = {}) const {
    outlet->send(mcp_error(id, code, message, data));
  }
};

// What the modern era demands of every request: reads `_meta` into the request, or says what is
// wrong with it.
std::optional<McpMessage> open_modern(McpRequest& request);

}  // namespace clew
