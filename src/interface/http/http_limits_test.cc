// What a client may cost: bytes, time, connections.

#include <doctest/doctest.h>

#include <thread>

#include "interface/http/client_test.h"

namespace clew {
namespace {

TEST_CASE("a chunked body over the limit is refused while it comes") {
  HttpServerOptions options;
  options.policy.body_bytes = 1000;
  TestServer server(options);
  TestClient client(server.port());
  client.send(server.request({.headers = {{"Transfer-Encoding", "chunked"}}}));
  client.send("200\r\n" + std::string(0x200, 'a') + "\r\n200\r\n" + std::string(0x200, 'a') +
              "\r\n");
  CHECK(client.read_reply().status == 413);
  CHECK(client.is_closed_by_server());
  CHECK(server.handled() == 0);

  TestClient modest(server.port());
  modest.send(server.request({.headers = {{"Transfer-Encoding", "chunked"}}}));
  modest.send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
  CHECK(modest.read_reply().body == "abcde");
}

TEST_CASE("many small chunks are counted together") {
  HttpServerOptions options;
  options.policy.body_bytes = 1000;
  TestServer server(options);
  TestClient client(server.port());
  client.send(server.request({.headers = {{"Transfer-Encoding", "chunked"}}}));
  // Chunk by chunk, with time to be read each by itself.
  for (int i = 0; i < 11; ++i) {
    client.send("64\r\n" + std::string(100, 'a') + "\r\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  CHECK(client.read_reply().status == 413);
  CHECK(server.handled() == 0);
}

TEST_CASE("a refusal of a large body is read by a client that sends all of it first") {
  HttpServerOptions options;
  options.policy.body_bytes = size_t{1} << 20;
  TestServer server(options);
  TestClient client(server.port());
  CHECK(client.ask(server.post(std::string((size_t{1} << 20) + 1, ' '))).status == 413);
}

TEST_CASE("a header over the limit is refused") {
  TestServer server;
  TestClient client(server.port());
  CHECK(client.ask(server.request({.headers = {{"X", std::string(20'000, 'x')}}})).status == 431);
  TestClient fits(server.port());
  CHECK(fits.ask(server.request({.headers = {{"X", std::string(15'000, 'x')}}, .body = "{}"}))
            .status == 200);
}

TEST_CASE("whoever sends a header slowly is cut off at one time for all of it") {
  HttpServerOptions options;
  options.limits.header = {150};
  TestServer server(options);
  TestClient slow(server.port());
  TestClient silent(server.port());
  const auto begin = std::chrono::steady_clock::now();
  const std::string whole = server.post("{}");
  bool is_cut = false;
  for (size_t i = 0; i < whole.size() && !is_cut; ++i) {
    slow.send(whole.substr(i, 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    is_cut = server.http().connections() == 0;
  }
  CHECK(is_cut);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
  CHECK(silent.is_closed_by_server());
  CHECK(server.handled() == 0);
}

TEST_CASE("a body that does not come is not waited for long") {
  HttpServerOptions options;
  options.limits.body = {100};
  TestServer server(options);
  TestClient client(server.port());
  client.send(server.request({.headers = {{"Content-Length", "10"}}}));
  CHECK(client.is_closed_by_server());
  CHECK(server.handled() == 0);
}

TEST_CASE("an idle connection is closed after its time") {
  HttpServerOptions options;
  options.limits.idle = {100};
  TestServer server(options);
  TestClient client(server.port());
  CHECK(client.ask(server.post("{}")).status == 200);
  CHECK(client.is_closed_by_server());
}

TEST_CASE("a client that asks before it sends a body is told to go on, or is refused at once") {
  TestServer server;
  TestClient client(server.port());
  const HttpHeader expect{"Expect", "100-continue"};
  client.send(server.request({
      .headers = {expect, {"Content-Length", "2"}}
  }));
  CHECK(client.read_head().status == 100);
  client.send("{}");
  CHECK(client.read_reply().body == "{}");

  TestClient refused(server.port());
  refused.send(server.request({
      .headers = {expect, {"Content-Length", "2"}, {"Host", "evil.com"}}
  }));
  CHECK(refused.read_reply().status == 403);
}

TEST_CASE("over the limit of connections a client is turned away, and served when others leave") {
  HttpServerOptions options;
  options.limits.connections = 2;
  TestServer server(options);
  TestClient first(server.port());
  auto second = std::make_unique<TestClient>(server.port());
  CHECK(first.ask(server.post("{}")).status == 200);
  CHECK(second->ask(server.post("{}")).status == 200);
  TestClient third(server.port());
  CHECK(third.read_reply().status == 503);
  second->leave();
  REQUIRE(soon([&] { return server.http().connections() == 1; }));
  TestClient fourth(server.port());
  CHECK(fourth.ask(server.post("{}")).status == 200);
}

TEST_CASE("a server that is full of silent connections drops the oldest for whoever comes") {
  HttpServerOptions options;
  options.limits.connections = 3;
  TestServer server(options);
  TestClient own(server.port());
  CHECK(own.ask(server.post("{}")).status == 200);
  TestClient silent(server.port());
  TestClient refused(server.port());
  refused.send(server.request({.headers = {{"Host", "evil.com"}}}));
  CHECK(refused.read_reply().status == 403);
  TestClient third(server.port());
  CHECK(third.ask(server.post("{}")).status == 200);
  CHECK(silent.is_closed_by_server());
  TestClient fourth(server.port());
  CHECK(fourth.ask(server.post("{}")).status == 200);
  CHECK(refused.is_closed_by_server());
  // Whoever was let in stays.
  CHECK(own.ask(server.post("{}")).status == 200);
  TestClient fifth(server.port());
  CHECK(fifth.read_reply().status == 503);
}

}  // namespace
}  // namespace clew
