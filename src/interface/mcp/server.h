#pragma once
// An MCP server for both eras, over any transport. It knows the protocol and an application; a
// connection (connection.h) knows one client. One thread at a time for a server with all of its
// connections.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interface/mcp/application.h"
#include "interface/mcp/call.h"
#include "interface/mcp/message.h"
#include "interface/mcp/protocol.h"

namespace clew {

class McpServer {
 public:
  // The application must outlive the server.
  explicit McpServer(McpApplication& application);

  McpApplication& application() { return application_; }
  const McpInfo& info() const { return info_; }
  const McpFeatures& features() const { return features_; }

  // Null when there is none of that name. Valid until the list changes.
  const McpTool* find_tool(std::string_view name);
  // "; there are echo, work", for whoever asked for another.
  std::string tools_there();
  std::optional<McpPrompt> find_prompt(std::string_view name);

  // Results as JSON text; those that stay the same are made once.
  const std::string& discover_result();
  std::string initialize_result(std::string_view revision) const;
  const std::string& tools_result(McpEra era);
  const std::string& empty_result(McpEra era) const { return empty_text_[index(era)]; }

  // `result` with what the era wants in every result.
  std::string result_text(McpEra era, Value result) const;
  std::string cacheable_text(McpEra era, Value result, McpCacheable what) const;
  std::string input_required_text(const McpInputRequired& required) const;  // modern only
  std::string listen_ended_text(const Value& id) const;                     // modern only

 private:
  static size_t index(McpEra era) { return static_cast<size_t>(era); }
  void refresh_tools();
  std::string finish(Value result, std::string_view members) const;

  McpApplication& application_;
  McpInfo info_;
  McpFeatures features_;
  Value server_info_;
  std::string meta_text_;  // "_meta":{…} as it ends most modern results
  std::string discover_text_;
  std::array<std::string, 2> empty_text_;
  std::optional<uint64_t> tools_version_;
  std::vector<McpTool> tools_;
  std::array<std::string, 2> tools_text_;
};

}  // namespace clew
