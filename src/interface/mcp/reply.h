#pragma once
// What an application answers to a call: a result, a request for the client's input, or an error.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/value.h"

namespace clew {

enum class McpFault { kInvalidParams, kUnknownResource, kMissingCapability, kInternal };

// The request fails as a whole. A tool that was understood and could not do its work answers with
// a result that has `isError` instead: only that reaches the model.
struct McpError {
  McpFault fault = McpFault::kInternal;
  std::string message;
  Value data = {};  // for kMissingCapability: the capabilities, {"sampling": {}}
};

McpError unknown_resource(const std::string& uri);

// The client must answer these requests first; then the same call comes again, with the answers in
// McpCall::input and `state` in McpCall::state. In the modern era `state` travels through the
// client, who may change it: an application that trusts it must seal it.
struct McpInputRequired {
  struct Request {
    std::string key;
    std::string method;  // elicitation/create, sampling/createMessage or roots/list
    Value params = Value::object();
  };
  std::vector<Request> requests;
  std::optional<std::string> state = {};
};

// A Value is the result object.
using McpReply = std::variant<Value, McpInputRequired, McpError>;

}  // namespace clew
