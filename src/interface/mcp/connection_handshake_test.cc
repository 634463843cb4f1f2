#include <doctest/doctest.h>

#include <string>

#include "interface/mcp/sample_application_test.h"

namespace clew {
namespace {

std::string initialize(std::string_view version) {
  return request("initialize",
                 R"({"protocolVersion":")" + std::string(version) +
                     R"(","capabilities":{},"clientInfo":{"name":"c","version":"1"}})");
}

std::string text_result(const std::string& text) {
  return result(R"({"content":[{"type":"text","text":")" + text + R"("}]})");
}

struct Row {
  const char* claim;
  std::string message;
  std::string answer;
};

}  // namespace

TEST_CASE("handshake: the revision asked for is settled on, or else the newest") {
  struct Settled {
    const char* asked;
    const char* settled;
  };
  constexpr Settled kRows[] = {
      {"2025-11-25", "2025-11-25"},
      {"2025-06-18", "2025-06-18"},
      {"2025-03-26", "2025-11-25"},
      {"2024-11-05", "2025-11-25"},
      {"2026-07-28", "2025-11-25"},
      {"1",          "2025-11-25"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.asked);
    SampleApplication application;
    SampleClient client(application);
    CHECK(client.ask(initialize(row.asked)) ==
          result(R"({"protocolVersion":")" + std::string(row.settled) +
                 R"(","capabilities":{"tools":{"listChanged":true},)"
                 R"("resources":{"listChanged":true,"subscribe":true},)"
                 R"("prompts":{"listChanged":true},"completions":{},"logging":{}},)"
                 R"("serverInfo":{"name":"sample","version":"1.0"},"instructions":"Be kind."})"));
    CHECK(client.connection.revision() == row.settled);
  }
}

TEST_CASE("handshake: the client is known from then on") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(R"({"roots":{"listChanged":true}})");
  bool ran = false;
  application.during = [&](McpCall& call) {
    ran = true;
    CHECK(call.client().name == "tester");
    CHECK(call.client().version == "7");
    CHECK(call.client_can("roots.listChanged"));
    CHECK_FALSE(call.client_can("roots.other"));
    CHECK_FALSE(call.client_can("sampling"));
    CHECK(call.era() == McpEra::kHandshake);
    CHECK(call.revision() == "2025-11-25");
    CHECK(call.connection() == "line 1");
  };
  CHECK(client.ask(request("tools/call", R"({"name":"work"})")) == text_result("worked"));
  CHECK(ran);
}

TEST_CASE("handshake: results are plain, and errors have the codes of the era") {
  const std::vector<Row> rows = {
      {"ping", request("ping"), result("{}")},
      {"ping without params", R"({"jsonrpc":"2.0","id":1,"method":"ping"})", result("{}")},
      {"a tool", request("tools/call", R"({"name":"echo","arguments":{"a":[1]}})"),
       text_result("{a: [1]}")},
      {"null for what is left out", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})",
       result("{}")},
      {"a tool with null for no arguments",
       request("tools/call", R"({"name":"echo","arguments":null})"), text_result("{}")},
      {"a list with null for no cursor", request("resources/templates/list", R"({"cursor":null})"),
       result(
           R"({"resourceTemplates":[{"uriTemplate":"doc://{name}","name":"document","mimeType":"text/plain"}]})")},
      {"a resource", request("resources/read", R"({"uri":"doc://b"})"),
       result(R"({"contents":[{"uri":"doc://b","text":"1"}]})")},
      {"the templates", request("resources/templates/list"),
       result(
           R"({"resourceTemplates":[{"uriTemplate":"doc://{name}","name":"document","mimeType":"text/plain"}]})")},
      {"a prompt", request("prompts/get", R"({"name":"plain"})"),
       result(R"({"messages":[{"role":"user","content":{"type":"text","text":"plain{}"}}]})")},
      {"a log level", request("logging/setLevel", R"({"level":"error"})"), result("{}")},
      {"a log level that does not exist", request("logging/setLevel", R"({"level":"loud"})"),
       error(-32602, "unknown log level loud")},
      {"a subscription", request("resources/subscribe", R"({"uri":"doc://a"})"), result("{}")},
      {"a subscription to what does not exist",
       request("resources/subscribe", R"({"uri":"doc://z"})"),
       error(-32002, "unknown resource doc://z", R"({"uri":"doc://z"})")},
      {"an end of no subscription", request("resources/unsubscribe", R"({"uri":"doc://z"})"),
       result("{}")},
      {"a resource that does not exist", request("resources/read", R"({"uri":"doc://z"})"),
       error(-32002, "unknown resource doc://z", R"({"uri":"doc://z"})")},
      {"a tool that does not exist", request("tools/call", R"({"name":"no"})"),
       error(-32602,
       "unknown tool no; available: echo, work, name, twice, both, endless, later, odd, "
             "broken")},
      {"an unknown method", request("no/such"), error(-32601, "unknown method no/such")},
      {"initialize without a version", request("initialize"),
       error(-32602, "protocolVersion must be a string")},
      {"params that are no object", request("ping", "[1]"),
       error(-32602, "params must be an object")},
  };
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    SampleApplication application;
    SampleClient client(application);
    client.shake_hands();
    CHECK(client.ask(row.message) == row.answer);
    CHECK(client.last.at(0).http_status == 200);
  }
}

TEST_CASE("handshake: what is no request is refused with the id it has, and the talk goes on") {
  const std::string no_id = R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":)";
  const std::string no_version =
      R"("not a JSON-RPC 2.0 message: it must be an object with \"jsonrpc\": \"2.0\"")";
  const std::vector<Row> rows = {
      {"a batch", "[]", no_id + R"("batches are not supported: send one message at a time"}})"},
      {"a number", "7", no_id + no_version + "}}"},
      {"an object of another kind", "{}", no_id + no_version + "}}"},
      {"another version", R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
       R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":)" + no_version + "}}"},
      {"nothing to do", R"({"jsonrpc":"2.0","id":1})",
       error(-32600, "neither a request nor a response")},
      {"a method that is no string", R"({"jsonrpc":"2.0","id":1,"method":7})",
       error(-32600, "method must be a string")},
      {"an id of null", R"({"jsonrpc":"2.0","id":null,"method":"ping"})",
       no_id + R"("id must be a string or an integer"}})"},
      {"an id that is a fraction", R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})",
       no_id + R"("id must be a string or an integer"}})"},
  };
  SampleApplication application;
  SampleClient client(application);
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    CHECK(client.ask(row.message) == row.answer);
    CHECK(client.last.at(0).http_status == 400);
    CHECK(client.ask(R"({"jsonrpc":"2.0","id":"p","method":"ping"})") ==
          R"({"jsonrpc":"2.0","id":"p","result":{}})");
  }
}

TEST_CASE("handshake: notifications and stray responses are not answered") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  for (const char* message : {
           R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
           R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})",
           R"({"jsonrpc":"2.0","method":"notifications/cancelled"})",
           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}})",
           R"({"jsonrpc":"2.0","method":"no/such"})",
           R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}})",
           R"({"jsonrpc":"2.0","id":"ask-1","result":{}})",
           R"({"jsonrpc":"2.0","id":5,"error":{"code":-1,"message":"x"}})",
       }) {
    CAPTURE(message);
    CHECK(client.say(message).empty());
  }
  CHECK(application.calls.empty());
}

TEST_CASE("handshake: a client that skips the handshake is served all the same") {
  SampleApplication application;
  SampleClient client(application);
  CHECK(client.ask(request("tools/call", R"({"name":"echo"})")) == text_result("{}"));
  CHECK(client.connection.revision().empty());
}

TEST_CASE("handshake: methods of the modern era do not exist in it") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  CHECK(client.ask(request("server/discover"), "2025-11-25") ==
        error(-32601, "unknown method server/discover"));
  CHECK(client.ask(request("subscriptions/listen"), "2025-06-18") ==
        error(-32601, "unknown method subscriptions/listen"));
}

TEST_CASE("both eras can be spoken on one connection, message by message") {
  SampleApplication application;
  SampleClient client(application);
  CHECK(client.ask(modern("server/discover")).find("supportedVersions") != std::string::npos);
  client.shake_hands();
  CHECK(client.ask(request("ping")) == result("{}"));
  CHECK(client.ask(modern("tools/list")).find("resultType") != std::string::npos);
  CHECK(client.ask(request("tools/list")).find("resultType") == std::string::npos);
}

}  // namespace clew
