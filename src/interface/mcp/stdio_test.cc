#include "interface/mcp/stdio.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "interface/mcp/lines.h"
#include "interface/mcp/sample_application_test.h"

namespace clew {
namespace {

using Strings = std::vector<std::string>;

// A script of what the input brings, one step per read; an empty piece is a time without input.
struct Script {
  Strings pieces;
  size_t next = 0;
  std::vector<std::optional<Duration>> waits = {};
  std::string written = {};
  size_t writes_left = 1'000'000;
  std::function<void(size_t step)> before_read = {};

  McpStreams streams() {
    McpStreams out;
    out.read = [this](std::string& into, std::optional<Duration> wait) {
      waits.push_back(wait);
      if (before_read) before_read(next);
      if (next == pieces.size()) return McpRead::kEnd;
      const std::string& piece = pieces[next++];
      into += piece;
      return piece.empty() ? McpRead::kNothing : McpRead::kBytes;
    };
    out.write = [this](std::string_view bytes) {
      if (writes_left == 0) return false;
      --writes_left;
      written += bytes;
      return true;
    };
    return out;
  }
};

std::string ping(int id) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})";
}

std::string pong(int id) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{}})" + "\n";
}

std::string refusal(std::string_view message) {
  return R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":")" + std::string(message) +
         "\"}}\n";
}

std::string serve(const Strings& pieces, const McpStdioOptions& options = {}) {
  SampleApplication application;
  McpServer server(application);
  Script script{pieces};
  serve_stdio(server, script.streams(), options);
  return script.written;
}

}  // namespace

TEST_CASE("lines are the same however the bytes arrive") {
  const std::string input = ping(1) + "\n" + ping(2) + "\r\n\n \t\r\n" + ping(3) + "\n" + ping(4);
  const std::string output = pong(1) + pong(2) + pong(3) + pong(4);
  for (size_t size = 1; size <= input.size(); ++size) {
    Strings pieces;
    for (size_t at = 0; at < input.size(); at += size) pieces.push_back(input.substr(at, size));
    CAPTURE(size);
    CHECK(serve(pieces) == output);
  }
}

TEST_CASE("an input that is cut anywhere ends the conversation and nothing else") {
  const std::string input = ping(1) + "\n" + ping(2) + "\n";
  for (size_t length = 0; length <= input.size(); ++length) {
    CAPTURE(length);
    const std::string output = serve({input.substr(0, length)});
    CHECK(output.starts_with(length >= ping(1).size() ? pong(1) : ""));
    CHECK((output.empty() || output.back() == '\n'));
  }
}

TEST_CASE("garbage is answered with a parse error, and the next line is served") {
  const std::string output = serve({"{\"a\":\n" + ping(1) + "\nhello\n" + ping(2) + "\n"});
  CHECK(output.find(pong(1)) != std::string::npos);
  CHECK(output.find(pong(2)) != std::string::npos);
  size_t errors = 0;
  for (size_t at = 0; (at = output.find("-32700", at)) != std::string::npos; ++at) ++errors;
  CHECK(errors == 2);
}

TEST_CASE("a request with a text that was cut within a character is answered") {
  CHECK(serve({R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\ud83d"}})"
               "\n"}) == pong(1));
}

TEST_CASE("a request that breaks a limit is refused by its id, and the next one is served") {
  const auto refused = [](const std::string& id, const std::string& line) {
    const std::string output = serve({line + "\n" + ping(2) + "\n"});
    CAPTURE(output);
    CHECK(output.starts_with(R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":-32700,)"));
    CHECK(output.ends_with(pong(2)));
  };
  const std::string deep = std::string(100, '[') + std::string(100, ']');
  refused("7", R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"n":99999999999999999999}})");
  refused("7", R"({"method":"ping","params":{"id":1,"a":)" + deep + R"(},"jsonrpc":"2.0","id":7})");
  refused(R"("a")", R"({"jsonrpc":"2.0","method":"ping","id":"a","params":{"a":1,"a":2}})");
  refused("7", "{\"jsonrpc\":\"2.0\",\"id\": 7 ,\"method\":\"ping\",\"params\":{\"a\":\"\xff\"}}");
  refused("null", R"({"jsonrpc":"2.0","id":7,"id":8,"method":"ping"})");
  refused("null", R"({"jsonrpc":"2.0","id":7,"result":{"n":99999999999999999999}})");
  refused("null", R"({"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"})");
  refused("null", R"({"jsonrpc":"2.0","id":7,"method":"ping")");
  refused("null", R"([{"jsonrpc":"2.0","id":7,"method":"ping","params":[1e999]}])");
}

TEST_CASE("a request over the limit is refused by its id, however it arrives") {
  McpStdioOptions options;
  options.most_line_bytes = 64;
  const std::string line = R"({"method":"ping","params":{"text":"\\\"},)" + std::string(500, 'x') +
                           R"("},"jsonrpc":"2.0","id":7})" + "\n" + ping(2) + "\n";
  const std::string output = R"({"jsonrpc":"2.0","id":7,"error":{"code":-32700,"message":)"
                             R"("the message is over the limit of 64 bytes per line"}})"
                             "\n" +
                             pong(2);
  for (const size_t size : {size_t{1}, size_t{7}, size_t{63}, size_t{200}, line.size()}) {
    Strings pieces;
    for (size_t at = 0; at < line.size(); at += size) pieces.push_back(line.substr(at, size));
    CAPTURE(size);
    CHECK(serve(pieces, options) == output);
  }
}

TEST_CASE("a line over the limit is refused once and passed over, however it arrives") {
  McpStdioOptions options;
  options.most_line_bytes = 64;
  const std::string too_long = refusal("the message is over the limit of 64 bytes per line");
  const std::string giant(1000, 'x');
  CHECK(serve({giant + "\n" + ping(1) + "\n"}, options) == too_long + pong(1));
  Strings pieces(500, "xx");
  pieces.push_back("x\n" + ping(1) + "\n");
  CHECK(serve(pieces, options) == too_long + pong(1));
  CHECK(serve({giant}, options) == too_long);
  CHECK(serve({giant, giant}, options) == too_long);
  const std::string exact = ping(1) + std::string(64 - ping(1).size(), ' ');
  CHECK(serve({exact + "\n"}, options) == pong(1));
  CHECK(serve({exact + "\r\n"}, options) == pong(1));
  std::string of_it = too_long;
  of_it.replace(of_it.find("null"), 4, "1");
  CHECK(serve({exact + " \n"}, options) == of_it);
  CHECK(serve({exact + " "}, options) == of_it);
}

TEST_CASE("eight megabytes are the limit where no other is given") {
  const size_t limit = size_t{8} << 20;
  CHECK(serve({ping(1) + std::string(limit - ping(1).size(), ' ') + "\n"}) == pong(1));
  CHECK(serve({std::string(limit + 1, ' ') + "\n" + ping(2) + "\n"}) ==
        refusal("the message is over the limit of 8388608 bytes per line") + pong(2));
}

TEST_CASE("a batch is refused as a whole") {
  CHECK(serve({"[" + ping(1) + "," + ping(2) + "]\n"}) ==
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":)"
        R"("batches are not supported: send one message at a time"}})"
        "\n");
}

TEST_CASE("an empty input ends at once, with nothing written") { CHECK(serve({}).empty()); }

TEST_CASE("nobody reading any more ends the conversation") {
  SampleApplication application;
  McpServer server(application);
  Script script{
      {ping(1) + "\n" + ping(2) + "\n", ping(3) + "\n", ping(4) + "\n"}
  };
  script.writes_left = 1;
  serve_stdio(server, script.streams());
  CHECK(script.written == pong(1));
  CHECK(script.next == 1);
}

TEST_CASE("without subscriptions the server waits for ever; with them it looks for changes") {
  SampleApplication application;
  application.offered.tools_change = false;
  application.offered.resources_change = false;
  application.offered.prompts_change = false;
  McpServer server(application);
  const std::string subscribe = request("resources/subscribe", R"({"uri":"doc://a"})") + "\n";
  Script script{
      {ping(1) + "\n", subscribe, "", ping(2) + "\n"}
  };
  script.before_read = [&](size_t step) {
    if (step == 2) application.pages["doc://a"] = "2";
  };
  McpStdioOptions options;
  options.poll_every = {70};
  serve_stdio(server, script.streams(), options);
  using Wait = std::optional<Duration>;
  CHECK(script.waits ==
        std::vector<Wait>{Wait{}, Wait{}, Duration{70}, Duration{70}, Duration{70}});
  CHECK(
      script.written ==
      pong(1) + result("{}") + "\n" +
          R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"doc://a"}})"
          "\n" +
          pong(2));
}

TEST_CASE("a change made by the client's own call is told right after the answer") {
  SampleApplication application;
  McpServer server(application);
  application.during = [&](McpCall&) { application.now.tools = 1; };
  Script script{
      {modern("subscriptions/listen", R"("notifications":{"toolsListChanged":true})") + "\n",
       request("tools/call", R"({"name":"work"})") + "\n"}
  };
  serve_stdio(server, script.streams());
  const size_t answered = script.written.find("worked");
  const size_t changed = script.written.find("notifications/tools/list_changed");
  REQUIRE(changed != std::string::npos);
  CHECK(answered < changed);
  CHECK(script.written.find(R"("resultType":"complete")", changed) != std::string::npos);
}

TEST_CASE("a call is cancelled by a line that comes while it works, and others wait their turn") {
  SampleApplication application;
  McpServer server(application);
  int looks = 0;
  application.during = [&](McpCall& call) {
    while (!call.cancelled() && looks < 10) ++looks;
  };
  const std::string cancel =
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"
      "\n";
  Script script{
      {request("tools/call", R"({"name":"work"})") + "\n", "", ping(2) + "\n" + ping(3),
       "\n" + cancel, ping(4) + "\n"}
  };
  serve_stdio(server, script.streams());
  CHECK(looks == 2);
  CHECK(script.written == pong(2) + pong(3) + pong(4));
  CHECK(script.waits.at(1) == Duration{0});
}

TEST_CASE("a call that was cancelled before its turn is never made") {
  SampleApplication application;
  McpServer server(application);
  const std::string cancel =
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})";
  Script script{
      {ping(2) + "\n" + request("tools/call", R"({"name":"echo"})") + "\n" + cancel + "\n"}};
  serve_stdio(server, script.streams());
  CHECK(script.written == pong(2));
  CHECK(application.calls.empty());
}

}  // namespace clew
