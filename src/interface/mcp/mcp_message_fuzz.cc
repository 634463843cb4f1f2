// Any bytes as the lines of a client: no crash, no hang; every line that comes back is a JSON-RPC
// message; no request is answered more often than it was made.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "interface/mcp/stdio.h"

namespace clew {
namespace {

class FuzzApplication : public McpApplication {
 public:
  McpInfo info() const override { return {"fuzz", "Fuzz", "1"}; }
  McpFeatures features() const override {
    return {.tools = true,
            .resources = true,
            .prompts = true,
            .completions = true,
            .logging = true,
            .subscribe = true,
            .tools_change = true,
            .resources_change = true,
            .prompts_change = true};
  }
  McpVersions versions() override { return {changes_, changes_ / 2, 0}; }
  std::vector<McpTool> tools() override {
    return {
        {"echo", "", "", Value::object(), {}, {}, {}},
        {"ask",  "", "", Value::object(), {}, {}, {}}
    };
  }
  McpReply call_tool(const std::string& name, const Value& arguments, McpCall& call) override {
    ++changes_;
    call.progress(1, 2, "half");
    call.log(McpLogLevel::kInfo, arguments);
    if (name == "ask" && call.input("k") == nullptr) {
      return McpInputRequired{
          {{"k", "elicitation/create"}, {"r", "roots/list"}},
          "state"
      };
    }
    return Value(Value::Object{
        {"content",           Value::list()},
        {"structuredContent", arguments    }
    });
  }
  McpPage<McpResource> resources(size_t offset, size_t) override {
    return {{{"r://" + std::to_string(offset), "r", "", "", ""}}, offset < 3};
  }
  McpReply read_resource(const std::string& uri, McpCall&) override {
    if (uri.size() > 8) return unknown_resource(uri);
    return Value(Value::Object{
        {"contents", Value::list()}
    });
  }
  std::optional<std::string> resource_version(const std::string& uri) override {
    if (uri.size() > 8) return std::nullopt;
    return std::to_string(changes_);
  }
  std::vector<McpPrompt> prompts() override {
    return {
        {"p", "", "", {{"a", "", true}}}
    };
  }
  McpReply get_prompt(const std::string&, const Value& arguments, McpCall&) override {
    return Value(Value::Object{
        {"messages", Value::List{arguments}}
    });
  }

 private:
  uint64_t changes_ = 0;
};

constexpr size_t kLimit = 512;

std::string serve(std::string_view input, size_t piece) {
  FuzzApplication application;
  McpServer server(application);
  std::string written;
  size_t at = 0;
  McpStreams streams;
  streams.read = [&](std::string& into, std::optional<Duration>) {
    if (at >= input.size()) return McpRead::kEnd;
    into += input.substr(at, piece);
    at += piece;
    return McpRead::kBytes;
  };
  streams.write = [&](std::string_view bytes) {
    written += bytes;
    return true;
  };
  serve_stdio(server, streams, {kLimit, {1}});
  return written;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    out.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

// How often each id came.
std::map<std::string, int> ids_in(std::string_view input) {
  std::map<std::string, int> out;
  for (const auto line : split(input)) {
    const auto message = parse_cut_json(line);
    if (!message) {
      ++out[write_json(unread_message_id(line))];
      continue;
    }
    if (const Value* id = message->find("id")) ++out[write_json(*id)];
  }
  return out;
}

void check_output(std::string_view input, const std::string& written) {
  CLEW_CHECK(written.empty() || written.back() == '\n');
  auto asked = ids_in(input);
  for (const auto line : split(written)) {
    const auto message = parse_cut_json(line);
    CLEW_CHECK(message.ok());
    CLEW_CHECK(message->find("jsonrpc")->as_string() == "2.0");
    if (message->find("method") != nullptr) continue;
    CLEW_CHECK((message->find("result") == nullptr) != (message->find("error") == nullptr));
    const Value* id = message->find("id");
    CLEW_CHECK(id != nullptr);
    if (!id->is_null()) CLEW_CHECK(asked[write_json(*id)]-- > 0);
  }
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string written = clew::serve(input, size + 1);
  clew::check_output(input, written);
  clew::check_output(input, clew::serve(input, 7));
  return 0;
}
