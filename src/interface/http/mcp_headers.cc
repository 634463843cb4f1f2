#include "interface/http/mcp_headers.h"

#include <fmt/format.h>

#include <charconv>

#include "base/base64.h"
#include "base/text.h"
#include "interface/mcp/protocol.h"

namespace clew {
namespace {

using Fault = std::optional<std::string>;  // why headers and body do not agree

Fault check_twice(const HttpRequest& http) {
  for (const char* name : {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"}) {
    if (http.count(name) > 1) return fmt::format("the header {} is given twice", name);
  }
  return {};
}

Fault check_method(const HttpRequest& http, const std::string& method, bool is_request) {
  const std::string* header = http.header("Mcp-Method");
  if (header == nullptr) {
    if (!is_request) return {};
    return fmt::format("the header Mcp-Method is missing; the body says {}", method);
  }
  if (*header == method) return {};
  return fmt::format("the header Mcp-Method says {}, the body says {}", *header, method);
}

const char* name_field(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  return method == "resources/read" ? "uri" : nullptr;
}

Fault check_name(const HttpRequest& http, const std::string& method, const Value& params) {
  const char* field = name_field(method);
  if (field == nullptr) return {};
  const Value* said = params.find(field);
  const bool has_name = said != nullptr && said->is_string();
  const std::string* header = http.header("Mcp-Name");
  if (header == nullptr) {
    if (!has_name) return {};
    return fmt::format("the header Mcp-Name is missing; the body says {}", said->as_string());
  }
  const auto decoded = decode_mcp_header(*header);
  if (!decoded) return "the header Mcp-Name is not valid base64";
  if (!has_name || *decoded == said->as_string()) return {};
  return fmt::format("the header Mcp-Name says {}, the body says {}", *decoded, said->as_string());
}

bool says_the_same(const std::string& header, const Value& said) {
  if (said.is_string()) return header == said.as_string();
  if (said.is_bool()) return header == (said.as_bool() ? "true" : "false");
  double number = 0;
  const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), number);
  return error == std::errc() && end == header.data() + header.size() && number == said.as_double();
}

// Walks down the properties of a schema; other keywords cannot carry an x-mcp-header.
Fault check_arguments(const HttpRequest& http, const Value& schema, const Value& arguments) {
  const Value* properties = schema.find("properties");
  if (properties == nullptr) return {};
  for (const auto& [name, property] : properties->as_object()) {
    const Value* said = arguments.find(name);
    if (said == nullptr || said->is_null()) continue;
    if (said->is_object()) {
      if (auto fault = check_arguments(http, property, *said)) return fault;
    }
    const Value* suffix = property.find("x-mcp-header");
    if (suffix == nullptr || said->is_object() || said->is_list()) continue;
    const std::string key = "Mcp-Param-" + suffix->as_string();
    const std::string* header = http.header(key);
    if (header == nullptr)
      return fmt::format("the header {} is missing; the body has {}", key, name);
    const auto decoded = decode_mcp_header(*header);
    if (!decoded) return fmt::format("the header {} is not valid base64", key);
    if (!says_the_same(*decoded, *said)) {
      return fmt::format("the header {} says {}, the body's {} says {}", key, *decoded, name,
                         to_text(*said));
    }
  }
  return {};
}

Fault find_fault(const HttpRequest& http, const Value& message, const Value* input_schema) {
  if (auto fault = check_twice(http)) return fault;
  static const Value kNothing = Value::object();
  const Value* meta = mcp_meta(message);
  const Value* claim = meta == nullptr ? nullptr : meta->find(kMcpVersionKey);
  const std::string* version = http.header("MCP-Protocol-Version");
  if (claim != nullptr && version != nullptr && *version != claim->as_string()) {
    return fmt::format("the header MCP-Protocol-Version says {}, the body says {}", *version,
                       claim->as_string());
  }
  const bool is_request = message.find("id") != nullptr;
  const bool is_ours = claim != nullptr && claim->as_string() == kMcpModernRevision;
  if (is_request && !is_ours) return {};
  if (is_request && version == nullptr) {
    return fmt::format("the header MCP-Protocol-Version is missing; the body says {}",
                       claim->as_string());
  }
  const Value* method = message.find("method");
  if (method == nullptr || !method->is_string()) return {};
  if (auto fault = check_method(http, method->as_string(), is_request)) return fault;
  if (!is_request) return {};
  const Value* params = message.find("params");
  if (params == nullptr) params = &kNothing;
  if (auto fault = check_name(http, method->as_string(), *params)) return fault;
  const Value* arguments = params->find("arguments");
  if (input_schema == nullptr || arguments == nullptr) return {};
  return check_arguments(http, *input_schema, *arguments);
}

}  // namespace

std::optional<std::string> decode_mcp_header(std::string_view value) {
  constexpr std::string_view kOpening = "=?base64?";
  constexpr std::string_view kClosing = "?=";
  const bool is_wrapped = value.size() >= kOpening.size() + kClosing.size() &&
                          value.starts_with(kOpening) && value.ends_with(kClosing);
  if (!is_wrapped) return std::string(value);
  value.remove_prefix(kOpening.size());
  value.remove_suffix(kClosing.size());
  auto decoded = from_base64(value);
  if (decoded && !is_utf8(*decoded)) return std::nullopt;
  return decoded;
}

std::optional<McpMessage> mcp_header_fault(const HttpRequest& http, const Value& message,
                                           const Value* input_schema) {
  const Fault fault = find_fault(http, message, input_schema);
  if (!fault) return std::nullopt;
  const Value* id = message.find("id");
  const bool is_id = id != nullptr && (id->is_string() || id->is_int());
  return mcp_error(is_id ? *id : Value(), kMcpHeaderMismatch, to_utf8(*fault));
}

}  // namespace clew
