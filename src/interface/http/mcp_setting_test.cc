#include "interface/http/mcp_setting_test.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace clew {

McpFeatures CounterApplication::features() const {
  McpFeatures features;
  features.resources = true;
  features.subscribe = true;
  return features;
}

std::vector<McpTool> CounterApplication::tools() {
  std::vector<McpTool> out;
  for (const char* name : {"add", "work", "ask"}) {
    McpTool tool;
    tool.name = name;
    tool.input_schema.set("type", "object");
    out.push_back(std::move(tool));
  }
  return out;
}

McpReply CounterApplication::call_tool(const std::string& name, const Value&, McpCall& call) {
  {
    const std::scoped_lock lock(mutex_);
    connection_ = call.connection();
  }
  if (name == "add") ++count;
  if (name == "work") {
    for (int i = 1; i <= 3; ++i) call.progress(i, 3);
  }
  if (name == "ask" && call.input("name") == nullptr) {
    Value params = Value::object();
    params.set("message", "who?");
    params.set("requestedSchema", Value::object()).set("type", "object");
    McpInputRequired intent;
    intent.requests.push_back({"name", "elicitation/create", std::move(params)});
    return intent;
  }
  Value text = Value::object();
  text.set("type", "text");
  text.set("text", std::to_string(count));
  Value result = Value::object();
  result.set("content", Value::List{std::move(text)});
  return result;
}

McpPage<McpResource> CounterApplication::resources(size_t, size_t) {
  return {{{"count://now", "count", "", "", "text/plain"}}};
}

std::optional<std::string> CounterApplication::resource_version(const std::string& uri) {
  if (uri != "count://now") return std::nullopt;
  return std::to_string(count);
}

McpHttpSetting::McpHttpSetting(McpEndpointOptions options, HttpServerOptions http)
    : endpoint_(server_, with_doubles(std::move(options))) {
  auto started = HttpServer::start(std::move(http), {endpoint_.route()});
  REQUIRE(started.ok());
  http_ = std::move(*started);
  endpoint_.attach(*http_);
}

void McpHttpSetting::close() {
  endpoint_.detach();
  http_->stop();
}

std::string McpHttpSetting::request(std::string method, HttpHeaders headers,
                                    std::string body) const {
  return TestRequest{port(), std::move(method), "/mcp", std::move(headers), std::move(body)}.text();
}

std::string McpHttpSetting::modern(const std::string& method, const std::string& params,
                                   const std::string& name) const {
  const std::string all = params.empty() ? kModernMeta : params + "," + kModernMeta;
  const HttpHeaders headers = {
      {"MCP-Protocol-Version", "2026-07-28"},
      {"Mcp-Method",           method      },
      {"Mcp-Name",             name        }
  };
  return request(
      "POST", headers,
      fmt::format(R"({{"jsonrpc":"2.0","id":1,"method":"{}","params":{{{}}}}})", method, all));
}

std::string McpHttpSetting::modern_call(const std::string& tool) const {
  return modern("tools/call", fmt::format(R"("name":"{}")", tool), tool);
}

std::string McpHttpSetting::handshake(const std::string& session,
                                      const std::string& message) const {
  const HttpHeaders headers = {
      {"Mcp-Session-Id",       session     },
      {"MCP-Protocol-Version", "2025-11-25"}
  };
  return request("POST", headers, message);
}

TestReply McpHttpSetting::initialize(TestClient& client) const {
  return client.ask(request(
      "POST", {},
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
      R"("capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}})"));
}

McpEndpointOptions McpHttpSetting::with_doubles(McpEndpointOptions options) {
  options.clock = [this] { return Time{now}; };
  options.random = [this](Bytes& bytes) {
    for (char& byte : bytes) byte = static_cast<char>(++random_);
  };
  return options;
}

int64_t error_code(const TestReply& reply) {
  const Value body = json(reply.body);
  const Value* error = body.find("error");
  return error == nullptr ? 0 : error->find("code")->as_int();
}

}  // namespace clew
