// The modern era over HTTP.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "interface/http/mcp_setting_test.h"

namespace clew {
namespace {

TEST_CASE("a modern request is answered alone, as JSON, without a session") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const TestReply reply = client.ask(setting.modern("server/discover"));
  CHECK(reply.status == 200);
  CHECK(reply.headers.at("content-type") == "application/json");
  CHECK_FALSE(reply.headers.contains("mcp-session-id"));
  const Value body = json(reply.body);
  CHECK(body.find("id")->as_int() == 1);
  CHECK(body.find("result")->find("supportedVersions")->as_list().size() == 1);
  CHECK(client.ask(setting.modern_call("add")).status == 200);
  CHECK(setting.application.count == 1);
}

TEST_CASE("headers that disagree are refused before the application is asked") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const std::string body = fmt::format(
      R"({{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{{"name":"add",{}}}}})",
      kModernMeta);
  const HttpHeaders rows[] = {
      {},
      {{"MCP-Protocol-Version", "2026-07-28"}},
      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/list"}, {"Mcp-Name", "add"}},
      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}},
      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "work"}},
      {{"MCP-Protocol-Version", "2025-11-25"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "add"}},
  };
  for (const auto& headers : rows) {
    const TestReply reply = client.ask(setting.request("POST", headers, body));
    CHECK(reply.status == 400);
    CHECK(error_code(reply) == -32020);
    CHECK(json(reply.body).find("id")->as_int() == 5);
  }
  CHECK(setting.application.count == 0);
}

TEST_CASE("statuses follow what is wrong with a modern request") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const HttpHeaders headers = {
      {"MCP-Protocol-Version", "2026-07-28"},
      {"Mcp-Method",           "tools/list"}
  };
  const auto ask = [&](const std::string& body) {
    return client.ask(setting.request("POST", headers, body));
  };
  struct Row {
    std::string body;
    int status;
    int code;
  };
  const Row rows[] = {
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}})", 400, -32602},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",             400, -32602},
      {"{",                                                             400, -32700},
      {"[]",                                                            400, -32600},
      {"1",                                                             400, -32600},
      {R"({"jsonrpc":"2.0","id":1,"result":{}})",                       400, -32600},
      {R"({"id":1,"method":"tools/list"})",                             400, -32600},
  };
  for (const auto& row : rows) {
    INFO(row.body);
    const TestReply reply = ask(row.body);
    CHECK(reply.status == row.status);
    CHECK(error_code(reply) == row.code);
  }
  const TestReply unread = ask(R"({"jsonrpc":"2.0","id":6,"method":"x","params":{"n":1e999}})");
  CHECK(error_code(unread) == -32700);
  CHECK(json(unread.body).find("id")->as_int() == 6);
  const TestReply unknown = client.ask(setting.modern("no/such"));
  CHECK(unknown.status == 404);
  CHECK(error_code(unknown) == -32601);
  const TestReply removed = client.ask(setting.modern("initialize"));
  CHECK(removed.status == 404);
  const TestReply notification =
      client.ask(setting.request("POST",
                                 {
                                     {"MCP-Protocol-Version", "2026-07-28"}
  },
                                 R"({"jsonrpc":"2.0","method":"notifications/x"})"));
  CHECK(notification.status == 202);
  CHECK(notification.body.empty());
}

TEST_CASE("GET and DELETE without a session are not possible") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  for (const char* method : {"GET", "DELETE", "PUT", "OPTIONS"}) {
    for (const char* version : {"", "2026-07-28"}) {
      const TestReply reply = client.ask(setting.request(method,
                                                         {
                                                             {"MCP-Protocol-Version", version}
      },
                                                         ""));
      CHECK(reply.status == 405);
      CHECK(reply.headers.at("allow").starts_with("POST"));
    }
  }
}

TEST_CASE("a call with progress is a stream that ends with its response") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const std::string body =
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work","_meta":{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
  client.send(setting.request("POST",
                              {
                                  {"MCP-Protocol-Version", "2026-07-28"},
                                  {"Mcp-Method",           "tools/call"},
                                  {"Mcp-Name",             "work"      }
  },
                              body));
  CHECK(client.read_head().headers.at("content-type") == "text/event-stream");
  for (int i = 1; i <= 3; ++i) {
    const Value event = json(client.read_event());
    CHECK(event.find("method")->as_string() == "notifications/progress");
    CHECK(event.find("params")->find("progress")->as_int() == i);
  }
  CHECK(json(client.read_event()).find("result") != nullptr);
  CHECK(client.read_event().empty());
}

TEST_CASE("a listener hears at once of what others change, and its end when the server stops") {
  HttpServerOptions http;
  http.limits.grace = {50};
  McpHttpSetting setting({.poll_every = hours(1)}, http);
  TestClient listener(setting.port());
  listener.send(setting.modern("subscriptions/listen",
                               R"("notifications":{"resourceSubscriptions":["count://now"]})"));
  CHECK(listener.read_head().headers.at("content-type") == "text/event-stream");
  CHECK(json(listener.read_event()).find("method")->as_string() ==
        "notifications/subscriptions/acknowledged");
  TestClient other(setting.port());
  CHECK(other.ask(setting.modern_call("add")).status == 200);
  CHECK(json(listener.read_event()).find("method")->as_string() ==
        "notifications/resources/updated");
  other.leave();
  setting.close();
  CHECK(json(listener.read_event()).find("result") != nullptr);
  CHECK(listener.read_event().empty());
}

TEST_CASE("a listener hears of what other programs change after a while") {
  McpHttpSetting setting({.poll_every = {10}});
  TestClient listener(setting.port());
  listener.send(setting.modern("subscriptions/listen",
                               R"("notifications":{"resourceSubscriptions":["count://now"]})"));
  listener.read_head();
  listener.read_event();
  ++setting.application.count;
  CHECK(json(listener.read_event()).find("method")->as_string() ==
        "notifications/resources/updated");
}

TEST_CASE("a thousand calls and a hundred listeners that leave keep nothing open") {
  McpHttpSetting setting;
  const size_t before = open_descriptors();
  for (int i = 0; i < 100; ++i) {
    TestClient listener(setting.port());
    listener.send(setting.modern("subscriptions/listen",
                                 R"("notifications":{"resourceSubscriptions":["count://now"]})"));
    listener.read_head();
    REQUIRE_FALSE(listener.read_event().empty());
  }
  {
    TestClient client(setting.port());
    for (int i = 0; i < 1000; ++i) {
      REQUIRE(client.ask(setting.modern_call("add")).status == 200);
    }
  }
  CHECK(setting.application.count == 1000);
  CHECK(soon([&] { return setting.http().connections() == 0; }));
  CHECK(open_descriptors() == before);
}

}  // namespace
}  // namespace clew
