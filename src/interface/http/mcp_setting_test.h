#pragma once
// A small MCP application on a real port, for tests, with clock and randomness under their control.

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "document/json/lenient_json.h"
#include "interface/http/client_test.h"
#include "interface/http/mcp_endpoint.h"

namespace clew {

// Tools: "add" counts, "work" reports progress, "ask" wants the client's input. The count can be
// watched as count://now.
class CounterApplication : public McpApplication {
 public:
  McpInfo info() const override { return {"counter", "", "1"}; }
  McpFeatures features() const override;
  std::vector<McpTool> tools() override;
  McpReply call_tool(const std::string& name, const Value& arguments, McpCall& call) override;
  McpPage<McpResource> resources(size_t offset, size_t most) override;
  std::optional<std::string> resource_version(const std::string& uri) override;

  // As the transport named the connection of the last call.
  std::string last_connection() {
    const std::scoped_lock lock(mutex_);
    return connection_;
  }

  std::atomic<int> count = 0;

 private:
  std::mutex mutex_;
  std::string connection_;
};

// The members of a modern request's params that every one carries.
inline constexpr const char* kModernMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

class McpHttpSetting {
 public:
  explicit McpHttpSetting(McpEndpointOptions options = {}, HttpServerOptions http = {});

  uint16_t port() const { return http_->port(); }
  HttpServer& http() { return *http_; }
  void close();

  // Requests to /mcp as text.
  std::string request(std::string method, HttpHeaders headers, std::string body) const;
  std::string modern(const std::string& method, const std::string& params = {},
                     const std::string& name = {}) const;
  std::string modern_call(const std::string& tool) const;
  std::string handshake(const std::string& session, const std::string& message) const;
  TestReply initialize(TestClient& client) const;

  CounterApplication application;
  std::atomic<int64_t> now = 1'000'000;

 private:
  McpEndpointOptions with_doubles(McpEndpointOptions options);

  int random_ = 0;
  McpServer server_{application};
  McpEndpoint endpoint_;
  std::unique_ptr<HttpServer> http_;
};

inline Value json(const std::string& text) { return parse_cut_json(text).value_or(Value()); }
int64_t error_code(const TestReply& reply);  // 0 when it is none

}  // namespace clew
