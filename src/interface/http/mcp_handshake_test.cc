// The handshake era over HTTP.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "document/json/json.h"
#include "interface/http/mcp_setting_test.h"

namespace clew {
namespace {

TEST_CASE("the handshake opens a session that later requests name") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const TestReply opened = setting.initialize(client);
  CHECK(opened.status == 200);
  const std::string session = opened.headers.at("mcp-session-id");
  CHECK(session.size() == 32);
  CHECK(json(opened.body).find("result")->find("protocolVersion")->as_string() == "2025-11-25");
  CHECK(client
            .ask(setting.handshake(session,
                                   R"({"jsonrpc":"2.0","method":"notifications/initialized"})"))
            .status == 202);
  CHECK(client.ask(setting.handshake(session, R"({"jsonrpc":"2.0","id":2,"method":"ping"})"))
            .status == 200);
  const TestReply called = client.ask(setting.handshake(
      session, R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add"}})"));
  CHECK(called.status == 200);
  CHECK(setting.application.count == 1);
}

TEST_CASE("without a session of ours nothing is done in the handshake era") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const std::string call =
      R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add"}})";
  const TestReply missing = client.ask(setting.request("POST", {}, call));
  CHECK(missing.status == 400);
  CHECK(json(missing.body).find("id")->as_int() == 3);
  CHECK(client.ask(setting.handshake("0123", call)).status == 404);
  CHECK(client
            .ask(setting.request("GET",
                                 {
                                     {"Mcp-Session-Id", "0123"}
  },
                                 ""))
            .status == 404);
  CHECK(client
            .ask(setting.request("DELETE",
                                 {
                                     {"Mcp-Session-Id", "0123"}
  },
                                 ""))
            .status == 404);
  CHECK(setting.application.count == 0);
}

TEST_CASE("a revision that nobody knows is answered with those that there are") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const TestReply reply = client.ask(
      setting.request("POST",
                      {
                          {"Mcp-Session-Id",       "0123"      },
                          {"MCP-Protocol-Version", "1999-01-01"}
  },
                      R"({"jsonrpc":"2.0","id":7,"method":"ping"})"));
  CHECK(reply.status == 400);
  const Value body = json(reply.body);
  CHECK(body.find("id")->as_int() == 7);
  CHECK(body.find("error")->find("code")->as_int() == kMcpUnsupportedVersion);
  CHECK(write_json(*body.find("error")->find("data")) ==
        R"({"supported":["2026-07-28","2025-11-25","2025-06-18"],"requested":"1999-01-01"})");
}

TEST_CASE("a handshake that fails opens nothing") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const TestReply reply = client.ask(
      setting.request("POST", {}, R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})"));
  CHECK(error_code(reply) == -32602);
  CHECK_FALSE(reply.headers.contains("mcp-session-id"));
}

TEST_CASE("a session ends by DELETE, by idle time, and by too many others") {
  McpHttpSetting setting({.sessions = 2, .session_idle = minutes(10)});
  TestClient client(setting.port());
  const auto open = [&] { return setting.initialize(client).headers.at("mcp-session-id"); };
  const auto status = [&](const std::string& session) {
    return client.ask(setting.handshake(session, R"({"jsonrpc":"2.0","id":2,"method":"ping"})"))
        .status;
  };
  const std::string ended = open();
  CHECK(client
            .ask(setting.request("DELETE",
                                 {
                                     {"Mcp-Session-Id", ended}
  },
                                 ""))
            .status == 200);
  CHECK(status(ended) == 404);

  const std::string idle = open();
  setting.now += minutes(9).ms;
  CHECK(status(idle) == 200);
  setting.now += minutes(11).ms;
  CHECK(status(idle) == 404);

  const std::string first = open();
  setting.now += 1;
  const std::string second = open();
  setting.now += 1;
  CHECK(status(first) == 200);
  setting.now += 1;
  const std::string third = open();
  CHECK(status(first) == 200);
  CHECK(status(second) == 404);
  CHECK(status(third) == 200);
}

TEST_CASE("a call that needs the client's input waits in its stream for the answer") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const std::string session = setting.initialize(client).headers.at("mcp-session-id");
  client.send(setting.handshake(
      session, R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"ask"}})"));
  CHECK(client.read_head().headers.at("content-type") == "text/event-stream");
  const Value question = json(client.read_event());
  CHECK(question.find("method")->as_string() == "elicitation/create");
  TestClient other(setting.port());
  const std::string answer =
      fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{{"action":"accept","content":{{}}}}}})",
                  write_json(*question.find("id")));
  CHECK(other.ask(setting.handshake(session, answer)).status == 202);
  const Value reply = json(client.read_event());
  CHECK(reply.find("id")->as_int() == 9);
  CHECK(reply.find("result") != nullptr);
  CHECK(client.read_event().empty());
}

TEST_CASE("a handshake client's subscriptions are told in the stream it opens with GET") {
  McpHttpSetting setting;
  TestClient client(setting.port());
  const std::string session = setting.initialize(client).headers.at("mcp-session-id");
  CHECK(
      client
          .ask(setting.handshake(
              session,
              R"({"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"count://now"}})"))
          .status == 200);
  TestClient channel(setting.port());
  const HttpHeaders headers = {
      {"Mcp-Session-Id", session            },
      {"Accept",         "text/event-stream"}
  };
  channel.send(setting.request("GET", headers, ""));
  CHECK(channel.read_head().status == 200);
  client.ask(setting.handshake(
      session, R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add"}})"));
  CHECK(json(channel.read_event()).find("method")->as_string() ==
        "notifications/resources/updated");

  // A second stream takes the place of the first.
  TestClient next(setting.port());
  next.send(setting.request("GET", headers, ""));
  CHECK(next.read_head().status == 200);
  CHECK(channel.read_event().empty());
  client.ask(setting.handshake(
      session, R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"add"}})"));
  CHECK(json(next.read_event()).find("method")->as_string() == "notifications/resources/updated");

  // What changes while no stream is open is told when there is one again.
  next.leave();
  REQUIRE(soon([&] { return setting.http().connections() == 2; }));
  client.ask(setting.handshake(
      session, R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"add"}})"));
  TestClient last(setting.port());
  last.send(setting.request("GET", headers, ""));
  last.read_head();
  CHECK(json(last.read_event()).find("method")->as_string() == "notifications/resources/updated");
  client.ask(setting.request("DELETE",
                             {
                                 {"Mcp-Session-Id", session}
  },
                             ""));
  CHECK(last.read_event().empty());
}

}  // namespace
}  // namespace clew
