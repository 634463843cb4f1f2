#pragma once
// What the official MCP conformance suite expects a server to offer, by name. Only for that: it
// shows the protocol library (src/interface/mcp) against the suite, without any of clew's verbs.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interface/mcp/server.h"

namespace clew {

class FixtureApplication : public McpApplication {
 public:
  // `secret` seals the state that travels through the client.
  explicit FixtureApplication(std::string secret) : secret_(std::move(secret)) {}

  McpInfo info() const override;
  McpFeatures features() const override;
  std::string instructions() const override;
  McpCaching caching(McpCacheable what) const override;
  McpVersions versions() override { return versions_; }

  std::vector<McpTool> tools() override;
  McpReply call_tool(const std::string& name, const Value& arguments, McpCall& call) override;

  McpPage<McpResource> resources(size_t offset, size_t most) override;
  std::vector<McpTemplate> templates() override;
  McpReply read_resource(const std::string& uri, McpCall& call) override;
  std::optional<std::string> resource_version(const std::string& uri) override;

  std::vector<McpPrompt> prompts() override;
  McpReply get_prompt(const std::string& name, const Value& arguments, McpCall& call) override;

  std::variant<McpCompletion, McpError> complete(const McpCompletionRequest& request) override;

  // For the tools: state with a seal, and what it says when the seal holds.
  std::string seal(std::string_view state) const;
  std::optional<std::string> open(std::string_view sealed) const;
  void change_tools() { ++versions_.tools; }
  void change_prompts() { ++versions_.prompts; }

 private:
  std::string secret_;
  McpVersions versions_;
};

// Content blocks, as tools and prompts have them.
inline constexpr const char* kFixturePng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC";
Value fixture_json(std::string_view text);  // REQUIRES: valid JSON
Value text_block(std::string text);
Value image_block();
Value resource_block(std::string uri, std::string mime_type, std::string text);

}  // namespace clew
