#include "interface/http/http_server.h"

#include <doctest/doctest.h>

#include <thread>

#include "interface/http/client_test.h"

namespace clew {
namespace {

HttpServerOptions with_token() {
  HttpServerOptions options;
  options.policy.token = "secret";
  return options;
}

TEST_CASE("a request is answered with what its handler says") {
  TestServer server;
  TestClient client(server.port());
  const TestReply reply = client.ask(server.post(R"({"a":1})"));
  CHECK(reply.status == 200);
  CHECK(reply.body == R"({"a":1})");
  CHECK(reply.headers.at("content-type") == "application/json");
  CHECK(reply.headers.at("cache-control") == "no-store");
  CHECK(reply.headers.at("date").ends_with("GMT"));
}

TEST_CASE("the server listens on the loopback interface alone") {
  for (const char* address : {"0.0.0.0", "::", "192.168.0.1", "localhost", ""}) {
    HttpServerOptions options;
    options.address = address;
    const auto server = HttpServer::start(options, {});
    REQUIRE_FALSE(server.ok());
    CHECK(server.error().code == ErrorCode::kNotAllowed);
    CHECK_FALSE(server.error().next.empty());
  }
}

TEST_CASE("a port that is taken is an error that says so") {
  TestServer first;
  HttpServerOptions options;
  options.port = first.port();
  const auto second = HttpServer::start(options, {});
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().code == ErrorCode::kConflict);
  CHECK(second.error().subject == "127.0.0.1:" + std::to_string(first.port()));
}

TEST_CASE("no guarded request reaches a handler") {
  HttpServerOptions options = with_token();
  options.policy.body_bytes = 1000;
  TestServer server(options);
  const HttpHeader token{"Authorization", "Bearer secret"};
  struct Row {
    TestRequest request;
    int status;
  };
  const Row rows[] = {
      {{.headers = {token, {"Host", "evil.com"}}, .body = "{}"},           403},
      {{.headers = {token, {"Host", ""}}, .body = "{}"},                   403},
      {{.headers = {token, {"Origin", "http://evil.com"}}, .body = "{}"},  403},
      {{.headers = {}, .body = "{}"},                                      401},
      {{.headers = {{"Authorization", "Bearer wrong"}}, .body = "{}"},     401},
      {{.path = "/", .headers = {token}, .body = "{}"},                    404},
      {{.path = "/echo/", .headers = {token}, .body = "{}"},               404},
      {{.method = "PUT", .headers = {token}, .body = "{}"},                405},
      {{.method = "OPTIONS", .headers = {token}},                          405},
      {{.headers = {token, {"Content-Type", "text/plain"}}, .body = "{}"}, 415},
      {{.headers = {token, {"Accept", "text/html"}}, .body = "{}"},        406},
      {{.headers = {token}, .body = std::string(1001, ' ')},               413},
  };
  for (const auto& row : rows) {
    TestClient client(server.port());
    const TestReply reply = client.ask(server.request(row.request));
    CHECK(reply.status == row.status);
    CHECK(reply.body.find("\"error\"") != std::string::npos);
    if (row.status == 405) CHECK(reply.headers.at("allow") == "POST, GET");
    if (row.status == 401) CHECK(reply.headers.at("www-authenticate").starts_with("Bearer "));
  }
  CHECK(server.handled() == 0);

  TestClient client(server.port());
  CHECK(client.ask(server.request({.headers = {token}, .body = "{}"})).status == 200);
  CHECK(server.handled() == 1);
}

TEST_CASE("a connection serves many requests, refused ones among them") {
  TestServer server;
  TestClient client(server.port());
  for (int i = 0; i < 100; ++i) {
    CHECK(client.ask(server.post(std::to_string(i))).body == std::to_string(i));
    CHECK(client.ask(server.request({.method = "GET", .path = "/nowhere"})).status == 404);
  }
  CHECK(server.http().connections() == 1);
}

TEST_CASE("requests sent at once are answered in order") {
  TestServer server;
  TestClient client(server.port());
  std::string all;
  for (int i = 0; i < 20; ++i) all += server.post("[" + std::to_string(i) + "]");
  client.send(all);
  for (int i = 0; i < 20; ++i) CHECK(client.read_reply().body == "[" + std::to_string(i) + "]");
}

TEST_CASE("a request cut anywhere is never handled") {
  TestServer server;
  const std::string whole = server.post(R"({"a":1})");
  for (size_t length = 0; length < whole.size(); ++length) {
    TestClient client(server.port());
    client.send(whole.substr(0, length));
    client.finish_sending();
    CHECK(client.is_closed_by_server());
  }
  CHECK(server.handled() == 0);
}

TEST_CASE("a request that arrives byte by byte is handled") {
  TestServer server;
  TestClient client(server.port());
  for (const char byte : server.post("{}")) client.send(std::string_view(&byte, 1));
  CHECK(client.read_reply().body == "{}");
}

TEST_CASE("what is no HTTP gets status 400 and an end") {
  TestServer server;
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server.port()) + "\r\n";
  const std::string rows[] = {
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  // TLS
      "hello\r\n\r\n",
      "GET / HTTP/2.0\r\n\r\n",
      "GET /echo HTTP/1.1\r\n" + host + "Bad Header: 1\r\n\r\n",
      "GET /echo HTTP/1.1\r\n" + host + ": empty\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n",
      "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST /echo HTTP/1.1\r\n" + host +
          "Content-Type: application/json\r\nContent-Length: 3\r\nTransfer-Encoding: "
          "chunked\r\n\r\nabc",
      "POST /echo HTTP/1.1\r\n" + host +
          "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  };
  for (const auto& row : rows) {
    INFO(row);
    TestClient client(server.port());
    CHECK(client.ask(row).status == 400);
    CHECK(client.is_closed_by_server());
  }
  CHECK(server.handled() == 0);
}

TEST_CASE("a client that closes its side after asking is still answered") {
  TestServer server;
  TestClient client(server.port());
  client.send(server.post("{}"));
  client.finish_sending();
  CHECK(client.read_reply().body == "{}");
  CHECK(client.is_closed_by_server());
}

TEST_CASE("HTTP/1.0 and Connection: close end the connection after the reply") {
  TestServer server;
  TestClient old(server.port());
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server.port()) + "\r\n";
  CHECK(old.ask("GET /echo HTTP/1.0\r\n" + host + "\r\n").status == 200);
  CHECK(old.is_closed_by_server());
  TestClient closing(server.port());
  const TestReply reply =
      closing.ask(server.request({.headers = {{"Connection", "close"}}, .body = "{}"}));
  CHECK(reply.headers.at("connection") == "close");
  CHECK(closing.is_closed_by_server());
}

TEST_CASE("handlers run one at a time") {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  const HttpHandler handler = [&](const HttpRequest&, const std::shared_ptr<HttpResponder>& to) {
    most = std::max<int>(most, ++running);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --running;
    to->reply(json_reply(200, "{}"));
  };
  TestServer server(
      {
  },
      {{"/slow", {{{"GET"}}}, handler}});
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(std::make_unique<TestClient>(server.port()));
    clients.back()->send(server.request({.method = "GET", .path = "/slow"}));
  }
  for (auto& client : clients) CHECK(client->read_reply().status == 200);
  CHECK(most == 1);
}

TEST_CASE("a handler that never answers is answered for") {
  const HttpHandler handler = [](const HttpRequest&, const std::shared_ptr<HttpResponder>&) {};
  TestServer server(
      {
  },
      {{"/mute", {{{"GET"}}}, handler}});
  TestClient client(server.port());
  CHECK(client.ask(server.request({.method = "GET", .path = "/mute"})).status == 500);
  CHECK(client.ask(server.post("{}")).status == 200);
}

TEST_CASE("a reply may come after the handler has returned, from another thread") {
  std::thread later;
  const HttpHandler handler = [&](const HttpRequest&, std::shared_ptr<HttpResponder> responder) {
    later = std::thread([responder = std::move(responder)] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      responder->reply(json_reply(200, "\"late\""));
      responder->reply(json_reply(200, "\"too late\""));
      CHECK(responder->stream() == nullptr);
    });
  };
  TestServer server(
      {
  },
      {{"/late", {{{"GET"}}}, handler}});
  TestClient client(server.port());
  CHECK(client.ask(server.request({.method = "GET", .path = "/late"})).body == "\"late\"");
  CHECK(client.ask(server.post("{}")).body == "{}");
  later.join();
}

TEST_CASE("stopping lets the running handler finish and its reply be read") {
  std::atomic<bool> is_running = false;
  const HttpHandler handler = [&](const HttpRequest&, const std::shared_ptr<HttpResponder>& to) {
    is_running = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    to->reply(json_reply(200, "\"done\""));
  };
  TestServer server(
      {
  },
      {{"/slow", {{{"GET"}}}, handler}});
  TestClient busy(server.port());
  TestClient idle(server.port());
  CHECK(idle.ask(server.post("{}")).status == 200);
  busy.send(server.request({.method = "GET", .path = "/slow"}));
  REQUIRE(soon([&] { return is_running.load(); }));
  std::thread stopper([&] { server.stop(); });
  const TestReply reply = busy.read_reply();
  CHECK(reply.body == "\"done\"");
  CHECK(reply.headers.at("connection") == "close");
  CHECK(idle.is_closed_by_server());
  busy.leave();
  stopper.join();
  CHECK(server.http().connections() == 0);
}

TEST_CASE("stopping does not wait for whoever just holds a connection") {
  HttpServerOptions options;
  options.limits.grace = {100};
  TestServer server(options);
  TestClient half(server.port());
  half.send("POST /echo HTTP/1.1\r\n");
  REQUIRE(soon([&] { return server.http().connections() == 1; }));
  const auto begin = std::chrono::steady_clock::now();
  server.stop();
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  CHECK(half.is_closed_by_server());
}

TEST_CASE("work can be posted between handlers, now and later, and not after the end") {
  TestServer server;
  std::atomic<int> done = 0;
  server.http().post([&] { ++done; });
  server.http().post_after({20}, [&] { ++done; });
  server.http().post_after(hours(1), [&] { ++done; });
  CHECK(soon([&] { return done == 2; }));
  server.stop();
  server.http().post([&] { ++done; });
  CHECK(done == 2);
}

}  // namespace
}  // namespace clew
