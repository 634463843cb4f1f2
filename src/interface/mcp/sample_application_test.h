#pragma once
// A small application for the tests of the protocol, and a client that keeps what it is told.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "document/json/lenient_json.h"
#include "interface/mcp/connection.h"
#include "interface/mcp/server.h"

namespace clew {

class SampleApplication : public McpApplication {
 public:
  McpFeatures offered{.tools = true,
                      .resources = true,
                      .prompts = true,
                      .completions = true,
                      .logging = true,
                      .subscribe = true,
                      .tools_change = true,
                      .resources_change = true,
                      .prompts_change = true};
  McpVersions now;
  std::map<std::string, std::string> pages = {
      {"doc://a", "1"},
      {"doc://b", "1"}
  };
  size_t extra_pages = 0;
  std::vector<std::string> calls;             // names, in the order in which they ran
  std::function<void(McpCall&)> during = {};  // what the tool "work" does
  int tools_asked = 0;

  McpInfo info() const override { return {"sample", "", "1.0"}; }
  McpFeatures features() const override { return offered; }
  std::string instructions() const override { return "Be kind."; }
  McpCaching caching(McpCacheable what) const override;
  McpVersions versions() override { return now; }
  std::vector<McpTool> tools() override;
  McpReply call_tool(const std::string& name, const Value& arguments, McpCall& call) override;
  McpPage<McpResource> resources(size_t offset, size_t most) override;
  std::vector<McpTemplate> templates() override;
  McpReply read_resource(const std::string& uri, McpCall& call) override;
  std::optional<std::string> resource_version(const std::string& uri) override;
  std::vector<McpPrompt> prompts() override;
  McpReply get_prompt(const std::string& name, const Value& arguments, McpCall& call) override;
  std::variant<McpCompletion, McpError> complete(const McpCompletionRequest& request) override;
};

class RecordingOutlet : public McpOutlet {
 public:
  std::vector<McpMessage> messages;
  bool is_wanted = true;

  void send(McpMessage message) override { messages.push_back(std::move(message)); }
  bool wanted(const Value&) override { return is_wanted; }
};

// A client at one connection. JSON text in, JSON text out.
class SampleClient {
 public:
  explicit SampleClient(SampleApplication& application)
      : server(application), connection(server, "line 1") {}

  // What came back through this message's outlet, and through the channel.
  std::vector<std::string> say(std::string_view text, std::string_view header = {});
  // The one message that came back.
  std::string ask(std::string_view text, std::string_view header = {});
  std::vector<std::string> poll();
  // initialize, with these capabilities.
  void shake_hands(std::string_view capabilities = "{}");

  McpServer server;
  McpConnection connection;
  std::shared_ptr<RecordingOutlet> outlet = std::make_shared<RecordingOutlet>();
  std::vector<McpMessage> last;

 private:
  std::vector<std::string> take();
};

// {"jsonrpc":"2.0","id":1,"method":METHOD,"params":{PARAMS,"_meta":{…}}} as the modern era has it.
std::string modern(std::string_view method, std::string_view params = {},
                   std::string_view capabilities = "{}", std::string_view more_meta = {});
// The same without _meta.
std::string request(std::string_view method, std::string_view params = "{}");
// {"jsonrpc":"2.0","id":1,"result":RESULT}
std::string result(std::string_view result);
std::string error(int code, std::string_view message, std::string_view data = {});

}  // namespace clew
