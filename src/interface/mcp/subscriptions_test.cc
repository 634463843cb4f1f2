#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "interface/mcp/sample_application_test.h"
#include "interface/mcp/subscriptions.h"

namespace clew {
namespace {

using Strings = std::vector<std::string>;

constexpr const char* kTag = R"("_meta":{"io.modelcontextprotocol/subscriptionId":1})";

std::string reported(std::string_view method, std::string_view params) {
  std::string out = R"({"jsonrpc":"2.0","method":"notifications/)" + std::string(method) + "\"";
  if (!params.empty()) out += R"(,"params":{)" + std::string(params) + "}";
  return out + "}";
}

std::string acknowledged(std::string_view filter) {
  return reported("subscriptions/acknowledged",
                  R"("notifications":{)" + std::string(filter) + "}," + kTag);
}

std::string listen(std::string_view filter) {
  return modern("subscriptions/listen", R"("notifications":{)" + std::string(filter) + "}");
}

const std::string kEnded =
    result(R"({"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,)"
           R"("io.modelcontextprotocol/serverInfo":{"name":"sample","version":"1.0"}}})");

}  // namespace

TEST_CASE("modern: a subscription is acknowledged first, and what it tells carries its id") {
  SampleApplication application;
  SampleClient client(application);
  CHECK(client.say(listen(R"("toolsListChanged":true,"resourceSubscriptions":["doc://a"])")) ==
        Strings{acknowledged(R"("toolsListChanged":true,"resourceSubscriptions":["doc://a"])")});
  CHECK(client.connection.pending());
  CHECK(client.connection.watching());
  CHECK(client.poll().empty());
  application.now.tools = 1;
  application.pages["doc://a"] = "2";
  application.pages["doc://b"] = "2";
  application.now.prompts = 1;
  CHECK(client.poll() ==
        Strings{reported("tools/list_changed", kTag),
                reported("resources/updated", R"("uri":"doc://a",)" + std::string(kTag))});
  CHECK(client.poll().empty());
}

TEST_CASE("modern: what changes the moment the subscription is acknowledged is told") {
  SampleApplication application;
  application.pages["doc://a"] = "1";
  struct QuickOutlet : RecordingOutlet {
    explicit QuickOutlet(SampleApplication& changing) : application(changing) {}
    void send(McpMessage message) override {
      if (message.text.find("acknowledged") != std::string::npos)
        application.pages["doc://a"] = "2";
      RecordingOutlet::send(std::move(message));
    }
    SampleApplication& application;
  };
  SampleClient client(application);
  client.outlet = std::make_shared<QuickOutlet>(application);
  CHECK(client.say(listen(R"("resourceSubscriptions":["doc://a"])")).size() == 1);
  CHECK(client.poll().size() == 1);
  CHECK(client.poll().empty());
}

TEST_CASE("modern: a resource that comes into being or goes has changed") {
  SampleApplication application;
  SampleClient client(application);
  client.say(listen(R"("resourceSubscriptions":["doc://new"])"));
  application.pages["doc://new"] = "1";
  CHECK(client.poll().size() == 1);
  application.pages.erase("doc://new");
  CHECK(client.poll().size() == 1);
  CHECK(client.poll().empty());
}

TEST_CASE("modern: only what the server can tell is acknowledged; nothing at all ends at once") {
  SampleApplication application;
  application.offered.prompts_change = false;
  application.offered.subscribe = false;
  SampleClient client(application);
  CHECK(client.say(listen(R"("promptsListChanged":true,"resourcesListChanged":true)")) ==
        Strings{acknowledged(R"("resourcesListChanged":true)")});
  client.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  CHECK(client.say(listen(R"("promptsListChanged":true,"resourceSubscriptions":["doc://a"])")) ==
        Strings{acknowledged(""), kEnded});
  CHECK(client.say(listen(R"("toolsListChanged":false)")) == Strings{acknowledged(""), kEnded});
  CHECK_FALSE(client.connection.pending());
}

TEST_CASE("modern: a filter of the wrong shape is refused") {
  for (const char* filter : {R"("toolsListChanged":1)", R"("resourceSubscriptions":"doc://a")",
                             R"("resourceSubscriptions":[1])"}) {
    CAPTURE(filter);
    SampleApplication application;
    SampleClient client(application);
    CHECK(client.ask(listen(filter)).find("-32602") != std::string::npos);
    CHECK_FALSE(client.connection.pending());
  }
}

TEST_CASE("modern: a cancelled subscription tells nothing more and is not answered") {
  SampleApplication application;
  SampleClient client(application);
  client.say(listen(R"("toolsListChanged":true)"));
  application.now.tools = 1;
  CHECK(
      client.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})")
          .empty());
  CHECK(client.poll().empty());
  CHECK_FALSE(client.connection.pending());
}

TEST_CASE("modern: open subscriptions are answered when the server goes away, once") {
  SampleApplication application;
  SampleClient client(application);
  client.say(listen(R"("toolsListChanged":true)"));
  client.connection.close();
  client.connection.close();
  CHECK(client.poll() == Strings{kEnded});
}

TEST_CASE("modern: an outlet that is gone is told nothing") {
  SampleApplication application;
  SampleClient client(application);
  client.say(listen(R"("toolsListChanged":true)"));
  application.now.tools = 1;
  client.connection.forget(client.outlet);
  CHECK(client.poll().empty());
}

TEST_CASE("modern: only so many subscriptions are open at once") {
  SampleApplication application;
  SampleClient client(application);
  std::string message = listen(R"("toolsListChanged":true)");
  const size_t id = message.find(R"("id":1)") + 5;
  for (size_t i = 0; i < McpSubscriptions::kMaxListens; ++i) {
    std::string numbered = message;
    numbered.replace(id, 1, std::to_string(i + 10));
    client.say(numbered);
  }
  CHECK(client.ask(message) == error(-32603, "too many subscriptions"));
}

TEST_CASE("handshake: changes are told to the channel, from the handshake on") {
  SampleApplication application;
  SampleClient client(application);
  application.now.tools = 5;
  client.shake_hands();
  CHECK(client.connection.watching());
  CHECK(client.poll().empty());
  application.now = {6, 1, 1};
  CHECK(client.poll() == Strings{reported("tools/list_changed", ""),
                                 reported("resources/list_changed", ""),
                                 reported("prompts/list_changed", "")});
  CHECK(client.poll().empty());
}

TEST_CASE("handshake: a resource is watched from subscribe to unsubscribe") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  CHECK(client.ask(request("resources/subscribe", R"({"uri":"doc://a"})")) == result("{}"));
  CHECK(client.ask(request("resources/subscribe", R"({"uri":"doc://a"})")) == result("{}"));
  application.pages["doc://a"] = "2";
  application.pages["doc://b"] = "2";
  CHECK(client.poll() == Strings{reported("resources/updated", R"("uri":"doc://a")")});
  CHECK(client.poll().empty());
  client.ask(request("resources/unsubscribe", R"({"uri":"doc://a"})"));
  application.pages["doc://a"] = "3";
  CHECK(client.poll().empty());
}

TEST_CASE("handshake: what changes while there is no channel is told when there is one") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  client.connection.set_channel(nullptr);
  CHECK_FALSE(client.connection.watching());
  application.now.prompts = 1;
  CHECK(client.poll().empty());
  client.connection.set_channel(client.outlet);
  CHECK(client.poll() == Strings{reported("prompts/list_changed", "")});
}

TEST_CASE("a server whose lists never change watches nothing by itself") {
  SampleApplication application;
  application.offered.tools_change = false;
  application.offered.resources_change = false;
  application.offered.prompts_change = false;
  SampleClient client(application);
  client.shake_hands();
  CHECK_FALSE(client.connection.watching());
  client.ask(request("resources/subscribe", R"({"uri":"doc://a"})"));
  CHECK(client.connection.watching());
}

}  // namespace clew
