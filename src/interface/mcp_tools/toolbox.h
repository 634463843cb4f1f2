#pragma once
// clew as an MCP application: seven tools, sessions as resources, two prompts. Made of catalogue
// verbs; `clew mcp` serves it over standard input and output, `clew-net serve` over HTTP.
//
// It keeps nothing between calls but what it is constructed with and who called last, so that a
// long-lived server does not grow: every answer is made from what the store says then. One thread
// at a time, as the store.

#include <functional>
#include <string>
#include <vector>

#include "interface/mcp/application.h"
#include "interface/mcp/call.h"
#include "interface/mcp_tools/session_tool.h"

namespace clew {

struct ToolboxParts {
  // Makes a workspace per verb, on a store that stays open. An error becomes the answer of that
  // call, and the next one tries again.
  OpenForCall open;
  std::string version;  // of clew
  // Who works through this server, as somebody chose to call them; or empty. Then every connection
  // is an actor of its own, named after its client: "claude-code:8f1c".
  std::string actor = {};
  // CLEW_ACTOR as an agent's hooks handed it on (agent_client/inherited_actor.h), or empty. It
  // holds unless the client is another kind of agent, or that conversation goes on in another
  // process.
  std::string handed_on = {};
  std::string connection = {};  // short and random, for that name; where the transport has none
  // The process that started this server. A conversation whose hooks run in the same process is the
  // one that calls, and shares its name and session. Unset: it is not known, as over HTTP.
  std::function<ProcessMark()> find_process = {};
  // The store itself failed: the place to note it in clew's own log, and to let go of the store so
  // that the next call opens it anew. May be unset.
  std::function<void(const Error& error)> on_trouble = {};
};

class Toolbox : public McpApplication {
 public:
  explicit Toolbox(ToolboxParts parts);

  McpInfo info() const override;
  McpFeatures features() const override;
  std::string instructions() const override;
  McpCaching caching(McpCacheable what) const override;

  std::vector<McpTool> tools() override;
  McpReply call_tool(const std::string& name, const Value& arguments, McpCall& call) override;

  McpPage<McpResource> resources(size_t offset, size_t most) override;
  std::vector<McpTemplate> templates() override;
  McpReply read_resource(const std::string& uri, McpCall& call) override;
  std::optional<std::string> resource_version(const std::string& uri) override;

  std::vector<McpPrompt> prompts() override;
  McpReply get_prompt(const std::string& name, const Value& arguments, McpCall& call) override;
  std::variant<McpCompletion, McpError> complete(const McpCompletionRequest& request) override;

 private:
  // Who it is by name, where another called before.
  void meet_client(const McpCall& call);
  void follow_conversation();
  ActorId name_without_hooks(StoreReader& store) const;
  CallFrame frame_for(McpCall& call);
  SessionOutcome run(const SessionTool& tool, const Value& arguments, CallFrame frame);

  ToolboxParts parts_;
  // Who called last, by what the name is made of: most calls come from the same.
  std::string client_;
  std::string connection_;
  ActorId own_name_;
  ActorId actor_;
  ProcessMark process_;
  bool has_hooks_ = false;  // of the conversation that calls
};

// The actor of a connection: what the client calls itself, made short and plain, and which
// connection it is.
std::string actor_name(const std::string& client, const std::string& connection);

}  // namespace clew
