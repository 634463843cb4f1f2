#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "interface/mcp/input_rounds.h"
#include "interface/mcp/sample_application_test.h"

namespace clew {
namespace {

using Strings = std::vector<std::string>;

constexpr const char* kAll = R"({"elicitation":{},"sampling":{},"roots":{}})";

std::string call(std::string_view tool) {
  return request("tools/call", R"({"name":")" + std::string(tool) + R"("})");
}

std::string asked(std::string_view id, std::string_view method,
                  std::string_view params = R"({"message":"?"})") {
  return R"({"jsonrpc":"2.0","id":")" + std::string(id) + R"(","method":")" + std::string(method) +
         R"(","params":)" + std::string(params) + "}";
}

std::string answer(std::string_view id, std::string_view result) {
  return R"({"jsonrpc":"2.0","id":")" + std::string(id) + R"(","result":)" + std::string(result) +
         "}";
}

std::string text(std::string_view text) {
  return result(R"({"content":[{"type":"text","text":")" + std::string(text) + R"("}]})");
}

std::string failed(std::string_view text) {
  return result(R"({"content":[{"type":"text","text":")" + std::string(text) +
                R"("}],"isError":true})");
}

}  // namespace

TEST_CASE("handshake: a call that needs input asks the client and goes on with the answer") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  CHECK(client.say(call("name")) == Strings{asked("ask-1", "elicitation/create")});
  CHECK(client.connection.pending());
  CHECK(client.ask(request("ping")) == result("{}"));
  CHECK(client.say(answer("ask-1", R"({"action":"accept"})")) ==
        Strings{text("hello {action: accept} state-1")});
  CHECK_FALSE(client.connection.pending());
  CHECK(client.say(answer("ask-1", "{}")).empty());
}

TEST_CASE("handshake: the answer goes to the outlet of its call, whatever brought the input") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  const auto first = client.outlet;
  client.say(call("name"));
  client.outlet = std::make_shared<RecordingOutlet>();
  CHECK(client.say(answer("ask-1", "{}")).empty());
  REQUIRE(first->messages.size() == 1);
  CHECK(first->messages[0].kind == McpMessage::Kind::kResponse);
}

TEST_CASE("handshake: several inputs are asked for at once, and all must be there") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  CHECK(client.say(call("both")) == Strings{asked("ask-1", "elicitation/create"),
                                            asked("ask-2", "sampling/createMessage", "{}")});
  CHECK(client.say(answer("ask-2", "{}")).empty());
  CHECK(client.say(answer("ask-1", "{}")) == Strings{text("both")});
}

TEST_CASE("handshake: a call may ask again, and its state goes with it") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  CHECK(client.say(call("twice")) == Strings{asked("ask-1", "sampling/createMessage")});
  CHECK(client.say(answer("ask-1", "{}")) == Strings{asked("ask-2", "roots/list")});
  CHECK(client.say(answer("ask-2", "{}")) == Strings{text("two")});
}

TEST_CASE("handshake: a call that only wants to be made again is made again") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  CHECK(client.say(call("later")) == Strings{text("...")});
  CHECK(application.calls.size() == 4);
}

TEST_CASE("handshake: nobody is asked for ever") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  Strings last = client.say(call("endless"));
  for (int round = 1; round <= McpInputRounds::kMaxRounds; ++round) {
    REQUIRE(last == Strings{asked("ask-" + std::to_string(round), "elicitation/create")});
    last = client.say(answer("ask-" + std::to_string(round), "{}"));
  }
  CHECK(last == Strings{failed("the server asked for input too often for one call")});
}

TEST_CASE("handshake: only so many calls wait at the same time") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  for (size_t i = 0; i < McpInputRounds::kMaxCalls; ++i) client.say(call("endless"));
  CHECK(client.say(call("endless")) ==
        Strings{failed("too many calls are waiting for the client's input")});
}

TEST_CASE("handshake: a client that cannot or will not answer makes the call fail visibly") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands("{}");
  CHECK(client.say(call("name")) ==
        Strings{failed("this needs a client capability that was not declared: "
                       "{elicitation: {form: {}}}")});
  client.shake_hands(kAll);
  client.say(call("both"));
  const std::string refused =
      R"({"jsonrpc":"2.0","id":"ask-1","error":{"code":-1,"message":"no"}})";
  CHECK(client.say(refused) ==
        Strings{R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"
                R"("ask-2","reason":"the call that needed it has ended"}})",
                failed("the client did not answer x: no")});
  CHECK(client.say(answer("ask-2", "{}")).empty());
  client.say(call("name"));
  CHECK(client.say(answer("ask-3", "7")) == Strings{failed("the client did not answer who")});
  CHECK_FALSE(client.connection.pending());
}

TEST_CASE("handshake: a cancelled call takes its questions back and is not answered") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  client.say(call("name"));
  CHECK(client.say(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})") ==
        Strings{R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"
                R"("ask-1","reason":"the call that needed it has ended"}})"});
  CHECK_FALSE(client.connection.pending());
  CHECK(client.say(answer("ask-1", "{}")).empty());
  CHECK(application.calls.size() == 1);
}

TEST_CASE("handshake: what came through an outlet that is gone is dropped") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands(kAll);
  client.say(call("name"));
  client.connection.forget(client.outlet);
  CHECK_FALSE(client.connection.pending());
  CHECK(client.say(answer("ask-1", "{}")).empty());
}

TEST_CASE("input requests need the capabilities of their kind") {
  const auto needed = [](std::string method, std::string_view params) {
    const McpInputRequired required{{{"k", std::move(method), *parse_cut_json(params)}}, {}};
    const auto value = needed_capabilities(required);
    return value ? to_text(*value) : "none such";
  };
  CHECK(needed("elicitation/create", "{}") == "{elicitation: {form: {}}}");
  CHECK(needed("elicitation/create", R"({"mode":"url"})") == "{elicitation: {url: {}}}");
  CHECK(needed("sampling/createMessage", "{}") == "{sampling: {}}");
  CHECK(needed("sampling/createMessage", R"({"tools":[]})") == "{sampling: {tools: {}}}");
  CHECK(needed("roots/list", "{}") == "{roots: {}}");
  CHECK(needed("tools/list", "{}") == "none such");
}

}  // namespace clew
