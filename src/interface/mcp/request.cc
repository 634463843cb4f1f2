#include "interface/mcp/request.h"

#include <utility>

namespace clew {
namespace {

std::string text_of(const Value& object, std::string_view key) {
  const Value* found = object.find(key);
  return found == nullptr ? std::string() : found->as_string();
}

McpMessage refuse(const McpRequest& request, std::string message) {
  McpMessage out = mcp_error(request.id, kMcpInvalidParams, message);
  out.http_status = 400;
  return out;
}

McpMessage lacks(const McpRequest& request, std::string_view key) {
  return refuse(request, "the request's _meta has no " + std::string(key) +
                             ", which every request of revision " +
                             std::string(kMcpModernRevision) + " carries");
}

// Answers to input requests, on a call that is made again.
std::optional<McpMessage> read_input(McpRequest& request) {
  if (const Value* input = request.param("inputResponses"); input != nullptr) {
    if (!input->is_object()) return refuse(request, "inputResponses must be an object");
    for (const auto& [key, answer] : input->as_object()) {
      if (!answer.is_object()) {
        return refuse(request, "inputResponses." + key + " must be an object");
      }
    }
    request.input = input;
  }
  if (const Value* state = request.param("requestState"); state != nullptr) {
    if (!state->is_string()) return refuse(request, "requestState must be a string");
    request.state = &state->as_string();
  }
  return std::nullopt;
}

}  // namespace

void McpRequest::fail(const McpError& error) const {
  const bool modern = era == McpEra::kModern;
  switch (error.fault) {
    case McpFault::kInvalidParams:
      return fail(kMcpInvalidParams, error.message, error.data);
    case McpFault::kUnknownResource:
      return fail(modern ? kMcpInvalidParams : kMcpResourceNotFound, error.message, error.data);
    case McpFault::kMissingCapability: {
      const Value data = Value::Object{
          {"requiredCapabilities", error.data}
      };
      return fail(modern ? kMcpMissingCapability : kMcpInvalidParams, error.message, data);
    }
    case McpFault::kInternal:
      return fail(kMcpInternalError, error.message, error.data);
  }
}

std::optional<McpMessage> open_modern(McpRequest& request) {
  if (request.meta == nullptr) return lacks(request, kMcpVersionKey);
  const Value* version = request.meta->find(kMcpVersionKey);
  if (version == nullptr || !version->is_string()) return lacks(request, kMcpVersionKey);
  if (version->as_string() != kMcpModernRevision) {
    return mcp_error(
        request.id, kMcpUnsupportedVersion,
        "protocol version " + version->as_string() + " is not supported",
        Value::Object{
            {"supported", Value::List{kMcpModernRevision}},
            {"requested", version->as_string()           }
    });
  }
  const Value* capabilities = request.meta->find(kMcpCapabilitiesKey);
  if (capabilities == nullptr || !capabilities->is_object()) {
    return lacks(request, kMcpCapabilitiesKey);
  }
  request.own_client.capabilities = *capabilities;
  if (const Value* info = request.meta->find(kMcpClientInfoKey); info != nullptr) {
    request.own_client.name = text_of(*info, "name");
    request.own_client.version = text_of(*info, "version");
  }
  request.client = &request.own_client;
  if (const Value* level = request.meta->find(kMcpLogLevelKey); level != nullptr) {
    request.log_from = mcp_log_level(level->as_string());
    if (!request.log_from) {
      return refuse(request, "unknown log level in _meta");
    }
  }
  request.revision = kMcpModernRevision;
  return read_input(request);
}

}  // namespace clew
