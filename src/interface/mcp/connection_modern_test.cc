#include <doctest/doctest.h>

#include <string>

#include "interface/mcp/sample_application_test.h"

namespace clew {
namespace {

constexpr const char* kInfo =
    R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"sample","version":"1.0"}})";

// A result that has nothing of its own but `members`.
std::string complete_result(std::string members) {
  if (!members.empty()) members += ',';
  return result("{" + members + R"("resultType":"complete",)" + kInfo + "}");
}

std::string cacheable_result(const std::string& members) {
  return result("{" + members + R"(,"resultType":"complete","ttlMs":0,"cacheScope":"private",)" +
                kInfo + "}");
}

std::string text_result(const std::string& text) {
  return complete_result(R"("content":[{"type":"text","text":")" + text + R"("}])");
}

struct Row {
  const char* claim;
  std::string message;
  std::string answer;
  int status = 200;
};

void check_rows(const std::vector<Row>& rows) {
  for (const auto& row : rows) {
    CAPTURE(row.claim);
    SampleApplication application;
    SampleClient client(application);
    CHECK(client.ask(row.message) == row.answer);
    CHECK(client.last.at(0).http_status == row.status);
    CHECK_FALSE(client.connection.pending());
  }
}

}  // namespace

TEST_CASE("modern: every method answers with a complete result that names the server") {
  check_rows({
      {"discover says versions, capabilities and instructions", modern("server/discover"),
       cacheable_result(
           R"("supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},)"
           R"("resources":{"listChanged":true,"subscribe":true},"prompts":{"listChanged":true},)"
           R"("completions":{},"logging":{}},"instructions":"Be kind.")")},
      {"a tool is called with its arguments",
       modern("tools/call", R"("name":"echo","arguments":{"a":1})"), text_result("{a: 1}")},
      {"arguments may be absent", modern("tools/call", R"("name":"echo")"), text_result("{}")},
      {"resources are listed", modern("resources/list"),
       cacheable_result(R"("resources":[{"uri":"doc://a","name":"a","mimeType":"text/plain"},)"
                        R"({"uri":"doc://b","name":"b","mimeType":"text/plain"}])")},
      {"templates are listed", modern("resources/templates/list"),
       cacheable_result(
           R"("resourceTemplates":[{"uriTemplate":"doc://{name}","name":"document","mimeType":"text/plain"}])")},
      {"a resource is read", modern("resources/read", R"("uri":"doc://a")"),
       cacheable_result(R"("contents":[{"uri":"doc://a","text":"1"}])")},
      {"prompts are listed with their arguments", modern("prompts/list"),
       cacheable_result(
           R"("prompts":[{"name":"greet","title":"Greeting","description":"Says hello","arguments":)"
           R"([{"name":"who","description":"whom to greet","required":true},{"name":"how"}]},)"
           R"({"name":"plain"}])")},
      {"a prompt is made", modern("prompts/get", R"("name":"greet","arguments":{"who":"ana"})"),
       complete_result(
           R"("messages":[{"role":"user","content":{"type":"text","text":"greet{who: ana}"}}])")},
      {"an argument of a prompt is completed",
       modern("completion/complete",
       R"("ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":"a"},)"
              R"("context":{"arguments":{"how":"x"}})"),
       complete_result(
           R"("completion":{"values":["greet/who/a{how: x}"],"total":1,"hasMore":false})")},
      {"an argument of a template is completed",
       modern(
           "completion/complete", R"("ref":{"type":"ref/resource","uri":"doc://{name}"},"argument":{"name":"name","value":""})"),
       complete_result(
           R"("completion":{"values":["doc://{name}/name/{}"],"total":1,"hasMore":false})")},
  });
}

TEST_CASE("modern: what is wrong with a request is said in its error") {
  const std::string open =
      R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{)";
  const std::string version = R"("io.modelcontextprotocol/protocolVersion":)";
  const std::string has_no_version =
      "the request's _meta has no io.modelcontextprotocol/protocolVersion, which every request of "
      "revision 2026-07-28 carries";
  check_rows({
      {"no _meta", request("server/discover"), error(-32602, has_no_version), 400},
      {"no params", R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})",
       error(-32602, has_no_version), 400},
      {"a version that is no string", open + version + "7}}}", error(-32602, has_no_version), 400},
      {"a version of another day", open + version + R"("v999"}}})",
       error(-32022, "protocol version v999 is not supported",
       R"({"supported":["2026-07-28"],"requested":"v999"})"),
       400},
      {"a handshake version in _meta", open + version + R"("2025-11-25"}}})",
       error(-32022, "protocol version 2025-11-25 is not supported",
       R"({"supported":["2026-07-28"],"requested":"2025-11-25"})"),
       400},
      {"no capabilities", open + version + R"("2026-07-28"}}})",
       error(-32602,
       "the request's _meta has no io.modelcontextprotocol/clientCapabilities, which every "
             "request of revision 2026-07-28 carries"),
       400},
      {"a log level that does not exist",
       modern("tools/list", "", "{}", R"("io.modelcontextprotocol/logLevel":"loud")"),
       error(-32602, "unknown log level in _meta"), 400},
      {"input that is no object", modern("tools/call", R"("name":"name","inputResponses":null)"),
       error(-32602, "inputResponses must be an object"), 400},
      {"an answer that is no object",
       modern("tools/call", R"("name":"name","inputResponses":{"who":12345})"),
       error(-32602, "inputResponses.who must be an object"), 400},
      {"a state that is no string", modern("tools/call", R"("name":"name","requestState":{})"),
       error(-32602, "requestState must be a string"), 400},
      {"an unknown method", modern("unknown/method"),
       error(-32601, "unknown method unknown/method"), 404},
      {"a method of the handshake era: initialize", modern("initialize"),
       error(-32601, "unknown method initialize"), 404},
      {"a method of the handshake era: ping", modern("ping"), error(-32601, "unknown method ping"),
       404},
      {"a method of the handshake era: logging/setLevel", modern("logging/setLevel"),
       error(-32601, "unknown method logging/setLevel"), 404},
      {"a method of the handshake era: resources/subscribe", modern("resources/subscribe"),
       error(-32601, "unknown method resources/subscribe"), 404},
      {"a tool without a name", modern("tools/call"), error(-32602, "name must be a string")},
      {"a tool that does not exist", modern("tools/call", R"("name":"no")"),
       error(-32602,
       "unknown tool no; available: echo, work, name, twice, both, endless, later, odd, "
             "broken")},
      {"arguments that are no object", modern("tools/call", R"("name":"echo","arguments":[1])"),
       error(-32602, "arguments must be an object")},
      {"a tool that breaks", modern("tools/call", R"("name":"broken")"), error(-32603, "it broke")},
      {"a resource that does not exist", modern("resources/read", R"("uri":"doc://z")"),
       error(-32602, "unknown resource doc://z", R"({"uri":"doc://z"})")},
      {"a prompt that does not exist", modern("prompts/get", R"("name":"no")"),
       error(-32602, "unknown prompt no")},
      {"a prompt without its argument", modern("prompts/get", R"("name":"greet")"),
       error(-32602, "the prompt greet needs who")},
      {"a prompt's argument that is no string",
       modern("prompts/get", R"("name":"greet","arguments":{"who":1})"),
       error(-32602, "arguments.who must be a string")},
      {"a cursor that was never given: tools", modern("tools/list", R"("cursor":"x")"),
       error(-32602, "unknown cursor")},
      {"a cursor that was never given: resources", modern("resources/list", R"("cursor":"-1")"),
       error(-32602, "unknown cursor")},
      {"a cursor to the beginning", modern("resources/list", R"("cursor":"0")"),
       error(-32602, "unknown cursor")},
      {"a completion of nothing", modern("completion/complete"),
       error(-32602, "type must be a string")},
      {"a completion of something else",
       modern("completion/complete", R"("ref":{"type":"ref/tool","name":"x"})"),
       error(-32602, "ref.type must be ref/prompt or ref/resource")},
      {"a completion that the application refuses",
       modern("completion/complete",
       R"("ref":{"type":"ref/prompt","name":"nobody"},"argument":{"name":"a","value":""})"),
       error(-32602, "there is no nobody")},
      {"a subscription to nothing", modern("subscriptions/listen"),
       error(-32602,
       "notifications must be an object with any of toolsListChanged, promptsListChanged, "
             "resourcesListChanged, resourceSubscriptions")},
  });
}

TEST_CASE("modern: the version in a header speaks for a message that says nothing") {
  SampleApplication application;
  SampleClient client(application);
  CHECK(client.ask(request("tools/list"), "2026-07-28").find("-32602") != std::string::npos);
  CHECK(client.ask(request("tools/list"), "2027-01-01").find("-32602") != std::string::npos);
  CHECK(client.ask(request("tools/list"), "2025-11-25").find("\"tools\"") != std::string::npos);
}

TEST_CASE("modern: a client need not say its name") {
  SampleApplication application;
  SampleClient client(application);
  std::string seen = "?";
  application.during = [&](McpCall& call) { seen = call.client().name; };
  client.ask(modern("tools/call", R"("name":"work")"));
  CHECK(seen == "tester");
  std::string message = modern("tools/call", R"("name":"work")");
  const std::string info =
      R"("io.modelcontextprotocol/clientInfo":{"name":"tester","version":"7"},)";
  message.erase(message.find(info), info.size());
  CHECK(client.ask(message) == text_result("worked"));
  CHECK(seen.empty());
}

TEST_CASE("modern: a result's own _meta stays, beside the server's name") {
  struct WithMeta : SampleApplication {
    McpReply call_tool(const std::string&, const Value&, McpCall&) override {
      return Value(Value::Object{
          {"_meta",   Value::Object{{"a", 1}}},
          {"content", Value::list()          }
      });
    }
  } application;
  SampleClient client(application);
  CHECK(client.ask(modern("tools/call", R"("name":"echo")")) ==
        result(R"({"content":[],"resultType":"complete","_meta":{"a":1,)"
               R"("io.modelcontextprotocol/serverInfo":{"name":"sample","version":"1.0"}}})"));
}

TEST_CASE("modern: the list of tools is made once for each version of it") {
  SampleApplication application;
  SampleClient client(application);
  const std::string first = client.ask(modern("tools/list"));
  CHECK(first.find(R"("ttlMs":60000,"cacheScope":"public")") != std::string::npos);
  CHECK(first.find(R"({"name":"echo","inputSchema":{"type":"object"}})") != std::string::npos);
  CHECK(client.ask(modern("tools/list")) == first);
  client.ask(modern("tools/call", R"("name":"echo")"));
  CHECK(application.tools_asked == 1);
  application.now.tools = 1;
  CHECK(client.ask(modern("tools/list")) != first);
  CHECK(application.tools_asked == 2);
}

TEST_CASE("modern: long lists come in pages") {
  SampleApplication application;
  application.extra_pages = 148;
  SampleClient client(application);
  const auto first = parse_cut_json(client.ask(modern("resources/list")));
  const Value& page = *first->find("result");
  CHECK(page.find("resources")->as_list().size() == 100);
  const std::string cursor = page.find("nextCursor")->as_string();
  const auto second =
      parse_cut_json(client.ask(modern("resources/list", "\"cursor\":\"" + cursor + "\"")));
  CHECK(second->find("result")->find("resources")->as_list().size() == 50);
  CHECK(second->find("result")->find("nextCursor") == nullptr);
}

TEST_CASE("modern: at most a hundred completions are sent, with how many there are") {
  SampleApplication application;
  SampleClient client(application);
  const auto answer = parse_cut_json(client.ask(
      modern("completion/complete",
             R"("ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"many"})")));
  const Value& completion = *answer->find("result")->find("completion");
  CHECK(completion.find("values")->as_list().size() == 100);
  CHECK(completion.find("total")->as_int() == 150);
  CHECK(completion.find("hasMore")->as_bool());
}

TEST_CASE("modern: input is asked for in the result, and comes with the same call again") {
  SampleApplication application;
  SampleClient client(application);
  const std::string can = R"({"elicitation":{}})";
  const std::string asks =
      result(R"({"inputRequests":{"who":{"method":"elicitation/create","params":{"message":"?"}}},)"
             R"("requestState":"state-1","resultType":"input_required",)" +
             std::string(kInfo) + "}");
  CHECK(client.ask(modern("tools/call", R"("name":"name")", can)) == asks);
  CHECK_FALSE(client.connection.pending());
  CHECK(client.ask(modern(
            "tools/call",
            R"("name":"name","inputResponses":{"who":{"a":1},"other":{}},"requestState":"s")",
            can)) == text_result("hello {a: 1} s"));
  CHECK(client.ask(modern("tools/call", R"("name":"name","inputResponses":{"wrong":{}})", can)) ==
        asks);
}

TEST_CASE("modern: input is never asked of a client that cannot give it") {
  SampleApplication application;
  SampleClient client(application);
  CHECK(client.ask(modern("tools/call", R"("name":"name")")) ==
        error(-32021,
              "this needs a client capability that was not declared: {elicitation: {form: {}}}",
              R"({"requiredCapabilities":{"elicitation":{"form":{}}}})"));
  CHECK(client.last.at(0).http_status == 400);
  CHECK(client.ask(modern("tools/call", R"("name":"both")", R"({"elicitation":{}})")) ==
        error(-32021, "this needs a client capability that was not declared: {sampling: {}}",
              R"({"requiredCapabilities":{"sampling":{}}})"));
  CHECK(client.ask(modern("tools/call", R"("name":"odd")", R"({"elicitation":{}})")) ==
        error(-32603, "the server asked for an unknown kind of input"));
}

TEST_CASE("modern: a feature that is not offered has no methods") {
  SampleApplication application;
  application.offered = {};
  SampleClient client(application);
  for (const char* method : {"resources/list", "resources/read", "resources/templates/list",
                             "prompts/list", "prompts/get", "completion/complete"}) {
    CAPTURE(method);
    CHECK(client.ask(modern(method)).find("-32601") != std::string::npos);
  }
  CHECK(client.ask(modern("server/discover")).find(R"("capabilities":{"tools":{}})") !=
        std::string::npos);
}

}  // namespace clew
