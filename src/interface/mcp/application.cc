#include "interface/mcp/application.h"

namespace clew {

McpCaching McpApplication::caching(McpCacheable) const { return {}; }

McpPage<McpResource> McpApplication::resources(size_t, size_t) { return {}; }

McpReply McpApplication::read_resource(const std::string& uri, McpCall&) {
  return unknown_resource(uri);
}

std::optional<std::string> McpApplication::resource_version(const std::string&) {
  return std::nullopt;
}

McpReply McpApplication::get_prompt(const std::string& name, const Value&, McpCall&) {
  return McpError{McpFault::kInvalidParams, "unknown prompt " + name};
}

std::variant<McpCompletion, McpError> McpApplication::complete(const McpCompletionRequest&) {
  return McpCompletion{};
}

McpError unknown_resource(const std::string& uri) {
  return {McpFault::kUnknownResource, "unknown resource " + uri, Value::Object{{"uri", uri}}};
}

}  // namespace clew
