#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "interface/mcp/sample_application_test.h"

namespace clew {
namespace {

using Strings = std::vector<std::string>;

std::string progress(std::string_view members) {
  return R"({"jsonrpc":"2.0","method":"notifications/progress","params":{)" + std::string(members) +
         "}}";
}

std::string call_work(std::string_view meta) {
  return request("tools/call", R"({"name":"work","_meta":{)" + std::string(meta) + "}}");
}

std::string logged(std::string_view members) {
  return R"({"jsonrpc":"2.0","method":"notifications/message","params":{)" + std::string(members) +
         "}}";
}

const std::string kWorked = result(R"({"content":[{"type":"text","text":"worked"}]})");

}  // namespace

TEST_CASE("progress is told before the answer, under the client's token, and only forward") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  application.during = [](McpCall& call) {
    CHECK(call.wants_progress());
    call.progress(0, 100);
    call.progress(50, 100, "half");
    call.progress(50, 100, "again");
    call.progress(20, 100, "back");
    call.progress(62.5);
  };
  CHECK(client.say(call_work(R"("progressToken":"t")")) ==
        Strings{progress(R"("progressToken":"t","progress":0,"total":100)"),
                progress(R"("progressToken":"t","progress":50,"total":100,"message":"half")"),
                progress(R"("progressToken":"t","progress":62.5)"), kWorked});
  CHECK(client.say(call_work(R"("progressToken":7)")).at(0) ==
        progress(R"("progressToken":7,"progress":0,"total":100)"));
}

TEST_CASE("progress is not told to a client that did not ask, or asked with a broken token") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  application.during = [](McpCall& call) {
    CHECK_FALSE(call.wants_progress());
    call.progress(1, 2);
  };
  CHECK(client.say(request("tools/call", R"({"name":"work"})")) == Strings{kWorked});
  CHECK(client.say(call_work(R"("progressToken":{})")) == Strings{kWorked});
  CHECK(client.say(call_work(R"("progressToken":1.5)")) == Strings{kWorked});
}

TEST_CASE("log messages from the client's level on are told: handshake") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  application.during = [](McpCall& call) {
    call.log(McpLogLevel::kDebug, "fine");
    call.log(McpLogLevel::kInfo, "info");
    call.log(McpLogLevel::kError,
             Value::Object{
                 {"n", 1}
    },
             "part");
  };
  const std::string info = logged(R"("level":"info","data":"info")");
  const std::string bad = logged(R"("level":"error","logger":"part","data":{"n":1})");
  CHECK(client.say(call_work("")) == Strings{info, bad, kWorked});
  client.say(request("logging/setLevel", R"({"level":"warning"})"));
  CHECK(client.say(call_work("")) == Strings{bad, kWorked});
  client.say(request("logging/setLevel", R"({"level":"debug"})"));
  CHECK(client.say(call_work("")).size() == 4);
}

TEST_CASE("log messages are told only when the request says from which level on: modern") {
  SampleApplication application;
  SampleClient client(application);
  application.during = [](McpCall& call) {
    call.log(McpLogLevel::kInfo, "a");
    call.log(McpLogLevel::kAlert, "b");
  };
  CHECK(client.say(modern("tools/call", R"("name":"work")")).size() == 1);
  CHECK(client
            .say(modern("tools/call", R"("name":"work")", "{}",
                        R"("io.modelcontextprotocol/logLevel":"critical")"))
            .at(0) == logged(R"("level":"alert","data":"b")"));
}

TEST_CASE("a server that does not offer logging logs nothing") {
  SampleApplication application;
  application.offered.logging = false;
  SampleClient client(application);
  client.shake_hands();
  application.during = [](McpCall& call) { call.log(McpLogLevel::kEmergency, "x"); };
  CHECK(client.say(call_work("")) == Strings{kWorked});
}

TEST_CASE("a cancelled call is neither heard of again nor answered") {
  SampleApplication application;
  SampleClient client(application);
  client.shake_hands();
  application.during = [&](McpCall& call) {
    CHECK_FALSE(call.cancelled());
    call.progress(1);
    client.outlet->is_wanted = false;
    CHECK(call.cancelled());
    client.outlet->is_wanted = true;
    CHECK(call.cancelled());
    call.progress(2);
    call.log(McpLogLevel::kError, "late");
  };
  CHECK(client.say(call_work(R"("progressToken":"t")")) ==
        Strings{progress(R"("progressToken":"t","progress":1)")});
}

TEST_CASE("log levels have the names of the protocol") {
  for (const char* name :
       {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}) {
    REQUIRE(mcp_log_level(name));
    CHECK(std::string(to_string(*mcp_log_level(name))) == name);
  }
  CHECK_FALSE(mcp_log_level("loud"));
}

TEST_CASE("what a client lacks is said part by part") {
  struct Row {
    const char* required;
    const char* declared;
    const char* missing;
  };
  constexpr Row kRows[] = {
      {R"({"sampling":{}})",             R"({})",                         R"({"sampling":{}})"           },
      {R"({"sampling":{}})",             R"({"sampling":{}})",            R"({})"                        },
      {R"({"sampling":{"tools":{}}})",   R"({"sampling":{}})",            R"({"sampling":{"tools":{}}})" },
      {R"({"elicitation":{"form":{}}})", R"({"elicitation":{}})",         R"({})"                        },
      {R"({"elicitation":{"form":{}}})", R"({"elicitation":{"url":{}}})",
       R"({"elicitation":{"form":{}}})"                                                                  },
      {R"({"elicitation":{"url":{}}})",  R"({"elicitation":{}})",         R"({"elicitation":{"url":{}}})"},
      {R"({"roots":{},"sampling":{}})",  R"({"roots":{}})",               R"({"sampling":{}})"           },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.required);
    CAPTURE(row.declared);
    CHECK(missing_capabilities(*parse_cut_json(row.required), *parse_cut_json(row.declared)) ==
          *parse_cut_json(row.missing));
  }
}

}  // namespace clew
