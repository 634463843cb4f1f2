#include "interface/http/mcp_client_mark.h"

#include <doctest/doctest.h>

#include "interface/http/mcp_setting_test.h"

namespace clew {
namespace {

struct Sent {
  const char* what;
  HttpHeaders headers;
  const char* client;
  bool same;  // as the first
};

std::string mark_of(const Sent& sent) {
  HttpRequest http;
  http.method = "POST";
  http.headers = sent.headers;
  const std::string body =
      std::string(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)") +
      R"({"_meta":{"io.modelcontextprotocol/clientInfo":)" + sent.client + "}}}";
  return mcp_client_mark(http, json(body));
}

TEST_CASE("a modern client is known by its name, version, token and the headers it sends") {
  const std::vector<Sent> all = {
      {"a client",
       {{"Authorization", "Bearer a"}, {"User-Agent", "node"}},
       R"({"name":"claude-code","version":"2"})", true },
      {"the same again",
       {{"Authorization", "Bearer a"}, {"User-Agent", "node"}, {"Mcp-Name", "x"}},
       R"({"name":"claude-code","version":"2"})", true },
      {"another client",
       {{"Authorization", "Bearer a"}, {"User-Agent", "node"}},
       R"({"name":"inspector","version":"2"})",   false},
      {"another version",
       {{"Authorization", "Bearer a"}, {"User-Agent", "node"}},
       R"({"name":"claude-code","version":"3"})", false},
      {"another token",
       {{"Authorization", "Bearer b"}, {"User-Agent", "node"}},
       R"({"name":"claude-code","version":"2"})", false},
      {"another program",
       {{"Authorization", "Bearer a"}, {"User-Agent", "curl"}},
       R"({"name":"claude-code","version":"2"})", false},
      {"a session header",
       {{"Authorization", "Bearer a"}, {"User-Agent", "node"}, {"Mcp-Session-Id", "desk-2"}},
       R"({"name":"claude-code","version":"2"})", false},
  };
  for (const auto& sent : all) {
    INFO(sent.what);
    CHECK((mark_of(sent) == mark_of(all.front())) == sent.same);
  }
}

TEST_CASE("modern requests of one client are one connection, whatever TCP connection they take") {
  McpHttpSetting setting;
  const auto ask = [&](const std::string& agent) {
    TestClient client(setting.port());
    std::string text = setting.modern_call("add");
    text.insert(text.find("\r\n") + 2, "User-Agent: " + agent + "\r\n");
    client.ask(text);
    return setting.application.last_connection();
  };
  const std::string first = ask("one");
  CHECK_FALSE(first.empty());
  CHECK(ask("one") == first);
  CHECK(ask("two") != first);
}

}  // namespace
}  // namespace clew
