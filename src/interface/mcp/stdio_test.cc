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

TEST_CASE("a line over the limit is refused once and passed over, however it arrives") {
  McpStdioOptions options;
  options.most_line_bytes = 64;
  const std::string too_long = refusal("a message may have at most 64 bytes in its line");
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
  CHECK(serve({exact + " \n"}, options) == too_long);
  CHECK(serve({exact + " "}, options) == too_long);
}

TEST_CASE("eight megabytes are the limit where no other is given") {
  const size_t limit = size_t{8} << 20;
  CHECK(serve({ping(1) + std::string(limit - ping(1).size(), ' ') + "\n"}) == pong(1));
  CHECK(serve({std::string(limit + 1, ' ') + "\n" + ping(2) + "\n"}) ==
        refusal("a message may have at most 8388608 bytes in its line") + pong(2));
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
