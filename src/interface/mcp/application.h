#pragma once
// What an MCP server offers: the application implements this and knows nothing of JSON-RPC, eras or
// transports. Contents (tool results, resource contents, prompt messages) are trees in the shape
// the protocol gives them; the server adds what an era wants around them (`resultType`, `ttlMs`…).
// Called from one thread at a time.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/value.h"
#include "interface/mcp/reply.h"

namespace clew {

class McpCall;

// Who the server is, as clients show it.
struct McpInfo {
  std::string name;
  std::string title;  // may be empty, like every title and description below
  std::string version;
};

// What the server announces. A method whose feature is absent is answered "method not found".
struct McpFeatures {
  bool tools = true;
  bool resources = false;
  bool prompts = false;
  bool completions = false;
  bool logging = false;    // McpCall::log reaches the client
  bool subscribe = false;  // resource_version() can be watched
  // Whether versions() can change for that list.
  bool tools_change = false;
  bool resources_change = false;
  bool prompts_change = false;
};

// A function that the model can call.
struct McpTool {
  std::string name;
  std::string title;
  std::string description;
  Value input_schema;   // an object schema
  Value output_schema;  // null: none
  Value annotations;    // null: none
  Value meta;           // null: none
};

// A text that the client can read by its URI.
struct McpResource {
  std::string uri;
  std::string name;
  std::string title;
  std::string description;
  std::string mime_type;
  Value annotations = {};
  Value meta = {};
};

// A family of resources whose URI has parts to fill in.
struct McpTemplate {
  std::string uri_template;
  std::string name;
  std::string title;
  std::string description;
  std::string mime_type;
};

// A prompt that the person can choose, with its arguments.
struct McpPrompt {
  struct Argument {
    std::string name;
    std::string description;
    bool required = false;
  };
  std::string name;
  std::string title;
  std::string description;
  std::vector<Argument> arguments;
};

template <class T>
struct McpPage {
  std::vector<T> items;
  bool more = false;  // there are items after these
};

// What a client asks while an argument is being typed.
struct McpCompletionRequest {
  enum class Of { kPrompt, kResource };
  Of of = Of::kPrompt;
  std::string name;  // the prompt's name or the resource's URI (template)
  std::string argument;
  std::string value;                // as far as it is typed
  Value context = Value::object();  // arguments already settled
};

struct McpCompletion {
  std::vector<std::string> values;  // the best first; at most 100 are sent
  std::optional<int64_t> total = {};
};

// How long and by whom a result may be kept (modern era).
struct McpCaching {
  enum class Scope { kPrivate, kPublic };
  int64_t ttl_ms = 0;
  Scope scope = Scope::kPrivate;
};
enum class McpCacheable { kDiscover, kTools, kResources, kTemplates, kPrompts, kResource };

// A number per list that is another one after the list has changed.
struct McpVersions {
  uint64_t tools = 0;
  uint64_t resources = 0;
  uint64_t prompts = 0;
  bool operator==(const McpVersions&) const = default;
};

class McpApplication {
 public:
  virtual ~McpApplication() = default;

  virtual McpInfo info() const = 0;
  virtual McpFeatures features() const = 0;
  virtual std::string instructions() const { return {}; }
  virtual McpCaching caching(McpCacheable what) const;
  virtual McpVersions versions() { return {}; }

  // Asked for once per versions().tools. The order is the order on the wire.
  virtual std::vector<McpTool> tools() = 0;
  // `name` is one of tools(); `arguments` is an object.
  virtual McpReply call_tool(const std::string& name, const Value& arguments, McpCall& call) = 0;

  virtual McpPage<McpResource> resources(size_t offset, size_t most);
  virtual std::vector<McpTemplate> templates() { return {}; }
  virtual McpReply read_resource(const std::string& uri, McpCall& call);
  // What tells two states of a resource apart; none when there is no such resource.
  virtual std::optional<std::string> resource_version(const std::string& uri);

  virtual std::vector<McpPrompt> prompts() { return {}; }
  // `name` is one of prompts(), its required arguments are there; `arguments` is an object of
  // strings.
  virtual McpReply get_prompt(const std::string& name, const Value& arguments, McpCall& call);

  virtual std::variant<McpCompletion, McpError> complete(const McpCompletionRequest& request);
};

}  // namespace clew
