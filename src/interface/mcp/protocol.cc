#include "interface/mcp/protocol.h"

#include <algorithm>
#include <iterator>

namespace clew {

bool is_handshake_revision(std::string_view revision) {
  // Also the two older ones, which a client may name although the server settles on another.
  return std::find(std::begin(kMcpHandshakeRevisions), std::end(kMcpHandshakeRevisions),
                   revision) != std::end(kMcpHandshakeRevisions) ||
         revision == "2025-03-26" || revision == "2024-11-05";
}

const Value* mcp_meta(const Value& message) {
  const Value* params = message.find("params");
  return params == nullptr ? nullptr : params->find("_meta");
}

McpEra mcp_era(const Value& message, std::string_view version_header) {
  const Value* meta = mcp_meta(message);
  if (meta != nullptr && meta->find(kMcpVersionKey) != nullptr) return McpEra::kModern;
  if (!version_header.empty()) {
    return is_handshake_revision(version_header) ? McpEra::kHandshake : McpEra::kModern;
  }
  const Value* method = message.find("method");
  const bool only_modern = method != nullptr && (method->as_string() == "server/discover" ||
                                                 method->as_string() == "subscriptions/listen");
  return only_modern ? McpEra::kModern : McpEra::kHandshake;
}

}  // namespace clew
