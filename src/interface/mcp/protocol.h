#pragma once
// The words and numbers of the Model Context Protocol, and how to tell its two eras apart.
//
//   handshake   2025-11-25, 2025-06-18: `initialize` opens a connection that remembers the client.
//   modern      2026-07-28: no connection; every request carries its revision and the client's
//               capabilities in `_meta`.

#include <cstdint>
#include <string_view>

#include "base/value.h"

namespace clew {

enum class McpEra { kHandshake, kModern };

inline constexpr std::string_view kMcpModernRevision = "2026-07-28";
inline constexpr std::string_view kMcpHandshakeRevisions[] = {"2025-11-25", "2025-06-18"};

// Members of `_meta`.
inline constexpr std::string_view kMcpVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMcpClientInfoKey = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMcpCapabilitiesKey =
    "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMcpLogLevelKey = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kMcpServerInfoKey = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kMcpSubscriptionKey = "io.modelcontextprotocol/subscriptionId";

// Error codes of JSON-RPC, then those of MCP.
inline constexpr int kMcpParseError = -32700;
inline constexpr int kMcpInvalidRequest = -32600;
inline constexpr int kMcpMethodNotFound = -32601;
inline constexpr int kMcpInvalidParams = -32602;
inline constexpr int kMcpInternalError = -32603;
inline constexpr int kMcpResourceNotFound = -32002;    // handshake; modern says invalid params
inline constexpr int kMcpHeaderMismatch = -32020;      // HTTP only
inline constexpr int kMcpMissingCapability = -32021;   // modern
inline constexpr int kMcpUnsupportedVersion = -32022;  // modern

bool is_handshake_revision(std::string_view revision);

// params._meta, or null.
const Value* mcp_meta(const Value& message);

// `version_header` is HTTP's MCP-Protocol-Version, empty where there is none. What the message
// says of itself comes first; the header speaks for a message that says nothing.
McpEra mcp_era(const Value& message, std::string_view version_header = {});

}  // namespace clew
