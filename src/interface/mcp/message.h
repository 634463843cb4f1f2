#pragma once
// What a server sends: one JSON-RPC message as a line of JSON, and what a transport must know of it
// without reading it. An outlet takes messages in the order in which they are to arrive.

#include <string>
#include <string_view>

#include "base/value.h"

namespace clew {

struct McpMessage {
  enum class Kind { kResponse, kNotification, kRequest };
  Kind kind = Kind::kResponse;
  std::string text;       // no line break in it or after it
  int error = 0;          // the error code of a response; 0 for a result
  int http_status = 200;  // what HTTP answers with when this is the only message: 200, 400, 404
};

// Where messages to one client go. Implemented by the transports.
class McpOutlet {
 public:
  virtual ~McpOutlet() = default;
  virtual void send(McpMessage message) = 0;
  // Asked while a request is being worked on: whether its answer is still wanted. A line transport
  // looks into its input for a cancellation, HTTP at its client's connection.
  virtual bool wanted(const Value& request_id) {
    static_cast<void>(request_id);
    return true;
  }
};

// `result` is JSON text.
McpMessage mcp_result(const Value& id, std::string_view result);
// A null id stands for one that could not be read.
McpMessage mcp_error(const Value& id, int code, std::string_view message, const Value& data = {});
McpMessage mcp_notification(std::string_view method, const Value& params = {});
McpMessage mcp_request(const Value& id, std::string_view method, const Value& params = {});

}  // namespace clew
