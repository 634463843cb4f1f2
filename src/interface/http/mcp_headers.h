#pragma once
// What HTTP's headers repeat of a modern MCP message, so that whoever stands between can route it
// without reading it: MCP-Protocol-Version, Mcp-Method, Mcp-Name, and Mcp-Param-* for arguments
// whose schema says so ("x-mcp-header"). A header that says something else than the body is
// refused.

#include <optional>
#include <string>
#include <string_view>

#include "base/value.h"
#include "interface/http/http_message.h"
#include "interface/mcp/message.h"

namespace clew {

// The refusal (HTTP 400, code -32020), or nothing when headers and message agree. A message whose
// own `_meta` is at fault passes: the connection refuses it with the better reason.
// `input_schema` is that of the tool a tools/call names; null when there is none.
std::optional<McpMessage> mcp_header_fault(const HttpRequest& http, const Value& message,
                                           const Value* input_schema);

// A header's value, taken out of "=?base64?…?=" where it stands in that; none when that is broken
// or no UTF-8.
std::optional<std::string> decode_mcp_header(std::string_view value);

}  // namespace clew
