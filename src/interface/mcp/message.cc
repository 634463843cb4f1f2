#include "interface/mcp/message.h"

#include <array>
#include <charconv>
#include <utility>

#include "document/json/json.h"
#include "interface/mcp/protocol.h"

namespace clew {
namespace {

constexpr std::string_view kOpening = R"({"jsonrpc":"2.0")";

int status_of(int code) {
  switch (code) {
    case kMcpParseError:
    case kMcpInvalidRequest:
    case kMcpHeaderMismatch:
    case kMcpMissingCapability:
    case kMcpUnsupportedVersion:
      return 400;
    default:
      return 200;
  }
}

std::string with_method(std::string text, std::string_view method, const Value& params) {
  text += R"(,"method":)" + write_json(Value(method));
  if (!params.is_null()) text += R"(,"params":)" + write_json(params);
  text += '}';
  return text;
}

// With room for that many bytes behind it.
std::string with_id(const Value& id, size_t room = 0) {
  std::string text;
  text.reserve(room + 64);
  text += kOpening;
  text += R"(,"id":)";
  if (id.is_int()) {
    std::array<char, 20> digits;
    text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), id.as_int()).ptr);
  } else {
    text += write_json(id);
  }
  return text;
}

}  // namespace

McpMessage mcp_result(const Value& id, std::string_view result) {
  std::string text = with_id(id, result.size());
  text += R"(,"result":)";
  text += result;
  text += '}';
  return {McpMessage::Kind::kResponse, std::move(text)};
}

McpMessage mcp_error(const Value& id, int code, std::string_view message, const Value& data) {
  Value error = Value::Object{
      {"code",    code   },
      {"message", message}
  };
  if (!data.is_null()) error.set("data", data);
  return {McpMessage::Kind::kResponse, with_id(id) + R"(,"error":)" + write_json(error) + "}", code,
          status_of(code)};
}

McpMessage mcp_notification(std::string_view method, const Value& params) {
  return {McpMessage::Kind::kNotification, with_method(std::string(kOpening), method, params)};
}

McpMessage mcp_request(const Value& id, std::string_view method, const Value& params) {
  return {McpMessage::Kind::kRequest, with_method(with_id(id), method, params)};
}

}  // namespace clew
