#include "interface/mcp/sample_application_test.h"

#include <utility>

namespace clew {
namespace {

Value text_result(std::string text) {
  return Value::Object{
      {"content", Value::List{Value::Object{{"type", "text"}, {"text", std::move(text)}}}}
  };
}

McpTool plain_tool(std::string name) {
  return {std::move(name), "", "", Value::Object{{"type", "object"}}, {}, {}, {}};
}

McpInputRequired intent(std::string key, std::string method,
                        std::optional<std::string> state = {}) {
  return {{{std::move(key), std::move(method), Value::Object{{"message", "?"}}}}, std::move(state)};
}

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) out += part;
  return out;
}

}  // namespace

McpCaching SampleApplication::caching(McpCacheable what) const {
  if (what == McpCacheable::kTools) return {60'000, McpCaching::Scope::kPublic};
  return {};
}

std::vector<McpTool> SampleApplication::tools() {
  ++tools_asked;
  std::vector<McpTool> out;
  for (const char* name :
       {"echo", "work", "name", "twice", "both", "endless", "later", "odd", "broken"}) {
    out.push_back(plain_tool(name));
  }
  out.resize(now.tools == 0 ? out.size() : 1);
  return out;
}

McpReply SampleApplication::call_tool(const std::string& name, const Value& arguments,
                                      McpCall& call) {
  calls.push_back(name);
  if (name == "echo") return text_result(to_text(arguments));
  if (name == "work") {
    if (during) during(call);
    return text_result("worked");
  }
  if (name == "name") {
    const Value* answer = call.input("who");
    if (answer == nullptr) return intent("who", "elicitation/create", "state-1");
    return text_result("hello " + to_text(*answer) + " " + (call.state() ? *call.state() : "-"));
  }
  if (name == "twice") {
    const std::string state = call.state() ? *call.state() : "";
    if (state.empty()) return intent("first", "sampling/createMessage", "one");
    if (state == "one") return intent("second", "roots/list", "two");
    return text_result(state);
  }
  if (name == "both") {
    if (call.input("x") && call.input("y")) return text_result("both");
    McpInputRequired out = intent("x", "elicitation/create");
    out.requests.push_back({"y", "sampling/createMessage", Value::object()});
    return out;
  }
  if (name == "endless") return intent("more", "elicitation/create");
  if (name == "later") {
    const std::string state = call.state() ? *call.state() : "";
    if (state.size() < 3) return McpInputRequired{{}, state + "."};
    return text_result(state);
  }
  if (name == "odd") return intent("k", "tools/call");
  return McpError{McpFault::kInternal, "it broke"};
}

McpPage<McpResource> SampleApplication::resources(size_t offset, size_t most) {
  std::vector<McpResource> all;
  for (const auto& [uri, version] : pages)
    all.push_back({uri, uri.substr(6), "", "", "text/plain"});
  for (size_t i = 0; i < extra_pages; ++i) {
    all.push_back({"x://" + std::to_string(i), "x", "", "", ""});
  }
  McpPage<McpResource> page;
  for (size_t i = offset; i < all.size() && page.items.size() < most; ++i)
    page.items.push_back(all[i]);
  page.more = offset + page.items.size() < all.size();
  return page;
}

std::vector<McpTemplate> SampleApplication::templates() {
  return {
      {"doc://{name}", "document", "", "", "text/plain"}
  };
}

McpReply SampleApplication::read_resource(const std::string& uri, McpCall&) {
  const auto found = pages.find(uri);
  if (found == pages.end()) return unknown_resource(uri);
  return Value(Value::Object{
      {"contents", Value::List{Value::Object{{"uri", uri}, {"text", found->second}}}}
  });
}

std::optional<std::string> SampleApplication::resource_version(const std::string& uri) {
  const auto found = pages.find(uri);
  if (found == pages.end()) return std::nullopt;
  return found->second;
}

std::vector<McpPrompt> SampleApplication::prompts() {
  return {
      {"greet", "Greeting", "Says hello", {{"who", "whom to greet", true}, {"how", "", false}}},
      {"plain", "",         "",           {}                                                  }
  };
}

McpReply SampleApplication::get_prompt(const std::string& name, const Value& arguments, McpCall&) {
  Value content = Value::Object{
      {"type", "text"                   },
      {"text", name + to_text(arguments)}
  };
  Value message = Value::Object{
      {"role",    "user"            },
      {"content", std::move(content)}
  };
  return Value(Value::Object{
      {"messages", Value::List{std::move(message)}}
  });
}

std::variant<McpCompletion, McpError> SampleApplication::complete(
    const McpCompletionRequest& request) {
  if (request.name == "nobody") return McpError{McpFault::kInvalidParams, "there is no nobody"};
  McpCompletion out;
  const size_t count = request.value == "many" ? 150 : 1;
  for (size_t i = 0; i < count; ++i) {
    out.values.push_back(request.name + "/" + request.argument + "/" + request.value +
                         to_text(request.context));
  }
  return out;
}

std::vector<std::string> SampleClient::take() {
  last = std::exchange(outlet->messages, {});
  std::vector<std::string> out;
  for (const auto& message : last) {
    CLEW_CHECK(parse_cut_json(message.text).ok());
    CLEW_CHECK(message.text.find('\n') == std::string::npos);
    out.push_back(message.text);
  }
  return out;
}

std::vector<std::string> SampleClient::say(std::string_view text, std::string_view header) {
  const auto message = parse_cut_json(text);
  CLEW_CHECK(message.ok());
  connection.handle(*message, outlet, header);
  return take();
}

std::string SampleClient::ask(std::string_view text, std::string_view header) {
  const auto messages = say(text, header);
  return messages.size() == 1 ? messages[0]
                              : std::to_string(messages.size()) + ": " + join(messages);
}

std::vector<std::string> SampleClient::poll() {
  connection.poll();
  return take();
}

void SampleClient::shake_hands(std::string_view capabilities) {
  connection.set_channel(outlet);
  ask(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
      R"("clientInfo":{"name":"tester","version":"7"},"capabilities":)" +
      std::string(capabilities) + "}}");
  say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

std::string modern(std::string_view method, std::string_view params, std::string_view capabilities,
                   std::string_view more_meta) {
  std::string out =
      R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":{)";
  out += params;
  if (!params.empty()) out += ',';
  out += R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientInfo":{"name":"tester","version":"7"},)"
         R"("io.modelcontextprotocol/clientCapabilities":)";
  out += capabilities;
  if (!more_meta.empty()) out += ',';
  out += more_meta;
  return out + "}}}";
}

std::string request(std::string_view method, std::string_view params) {
  return R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":)" +
         std::string(params) + "}";
}

std::string result(std::string_view result) {
  return R"({"jsonrpc":"2.0","id":1,"result":)" + std::string(result) + "}";
}

std::string error(int code, std::string_view message, std::string_view data) {
  std::string out = R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + std::to_string(code) +
                    R"(,"message":")" + std::string(message) + "\"";
  if (!data.empty()) out += R"(,"data":)" + std::string(data);
  return out + "}}";
}

}  // namespace clew
