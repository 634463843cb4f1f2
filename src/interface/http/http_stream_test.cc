#include <doctest/doctest.h>

#include <thread>

#include "interface/http/client_test.h"
#include "interface/http/http_exchange.h"

namespace clew {
namespace {

// Keeps every stream it opens, and can speak to all of them.
class Broadcast {
 public:
  HttpRoute route() {
    return {"/listen",
            {{{"GET", {"text/event-stream"}}}},
            [this](const HttpRequest&, const std::shared_ptr<HttpResponder>& responder) {
              // Whoever sends after the client has read the head finds the stream here.
              const std::lock_guard lock(mutex_);
              auto stream = responder->stream({
                  {"X-Stream", "1"}
              });
              stream->on_close([this] { ++closed; });
              streams_.push_back(std::move(stream));
            }};
  }
  size_t count() {
    const std::lock_guard lock(mutex_);
    return streams_.size();
  }
  size_t send(const std::string& data) {
    const std::lock_guard lock(mutex_);
    size_t heard = 0;
    for (const auto& stream : streams_) heard += stream->send(data) ? 1 : 0;
    return heard;
  }
  void drop() {
    const std::lock_guard lock(mutex_);
    streams_.clear();
  }
  std::atomic<size_t> closed = 0;

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<EventStream>> streams_;
};

const TestRequest kListen{.method = "GET", .path = "/listen"};

TEST_CASE("events keep their line breaks") {
  CHECK(event_text("a") == "data: a\n\n");
  CHECK(event_text("") == "data: \n\n");
  CHECK(event_text("a\nb\r\nc\rd") == "data: a\ndata: b\ndata: c\ndata: d\n\n");
}

TEST_CASE("a stream goes on after its handler, ends, and the connection serves on") {
  Broadcast all;
  TestServer server({}, {all.route()});
  TestClient client(server.port());
  client.send(server.request(kListen));
  const TestReply head = client.read_head();
  CHECK(head.status == 200);
  CHECK(head.headers.at("content-type") == "text/event-stream");
  CHECK(head.headers.at("x-stream") == "1");
  CHECK(head.headers.at("cache-control") == "no-store");
  CHECK(all.send("one") == 1);
  CHECK(client.read_event() == "one");
  CHECK(all.send("two") == 1);
  CHECK(all.send("three") == 1);
  CHECK(client.read_event() == "two");
  CHECK(client.read_event() == "three");
  all.send("last");
  all.drop();
  CHECK(client.read_event() == "last");
  CHECK(client.read_event().empty());
  CHECK(client.ask(server.post("{}")).status == 200);
  CHECK(all.closed == 0);
}

TEST_CASE("events reach the client while the handler still works") {
  std::atomic<bool> is_read = false;
  std::atomic<bool> was_read_in_time = false;
  const HttpHandler handler = [&](const HttpRequest&, const std::shared_ptr<HttpResponder>& to) {
    const auto stream = to->stream();
    stream->send("50 %");
    was_read_in_time = soon([&] { return is_read.load(); });
    stream->send("done");
  };
  TestServer server(
      {
  },
      {{"/work", {{{"GET"}}}, handler}});
  TestClient client(server.port());
  client.send(server.request({.method = "GET", .path = "/work"}));
  client.read_head();
  CHECK(client.read_event() == "50 %");
  is_read = true;
  CHECK(client.read_event() == "done");
  CHECK(client.read_event().empty());
  CHECK(was_read_in_time);
}

TEST_CASE("eight listeners, one of them deaf, hold nobody up") {
  Broadcast all;
  HttpServerOptions options;
  options.limits.stream_bytes = size_t{16} << 20;
  TestServer server(options, {all.route()});
  std::vector<std::unique_ptr<TestClient>> listeners;
  for (int i = 0; i < 8; ++i) {
    listeners.push_back(std::make_unique<TestClient>(server.port()));
    listeners.back()->send(server.request(kListen));
    CHECK(listeners.back()->read_head().status == 200);
  }
  REQUIRE(all.count() == 8);
  TestClient client(server.port());
  const std::string large(100'000, 'x');  // the deaf one's buffers fill up soon
  for (int i = 0; i < 100; ++i) {
    CHECK(all.send(large + std::to_string(i)) == 8);
    CHECK(client.ask(server.post(std::to_string(i))).body == std::to_string(i));
    for (size_t k = 1; k < listeners.size(); ++k) {
      CHECK(listeners[k]->read_event() == large + std::to_string(i));
    }
  }
}

TEST_CASE("a listener that reads nothing is cut off, and the application hears of it") {
  Broadcast all;
  HttpServerOptions options;
  options.limits.stream_bytes = 100'000;
  TestServer server(options, {all.route()});
  TestClient deaf(server.port());
  deaf.send(server.request(kListen));
  deaf.read_head();
  CHECK(soon([&] { return all.send(std::string(50'000, 'x')) == 0; }));
  CHECK(soon([&] { return all.closed == 1; }));
  CHECK(soon([&] { return server.http().connections() == 0; }));
}

TEST_CASE("a listener that takes too long for one piece is cut off") {
  Broadcast all;
  HttpServerOptions options;
  options.limits.write = {100};
  options.limits.stream_bytes = size_t{64} << 20;
  TestServer server(options, {all.route()});
  TestClient deaf(server.port());
  deaf.send(server.request(kListen));
  deaf.read_head();
  all.send(std::string(size_t{32} << 20, 'x'));
  CHECK(soon([&] { return all.closed == 1; }));
  CHECK(soon([&] { return server.http().connections() == 0; }));
}

TEST_CASE("listeners that leave or vanish are noticed without a word from us") {
  Broadcast all;
  TestServer server({}, {all.route()});
  TestClient leaving(server.port());
  TestClient vanishing(server.port());
  for (TestClient* client : {&leaving, &vanishing}) {
    client->send(server.request(kListen));
    client->read_head();
  }
  leaving.leave();
  CHECK(soon([&] { return all.closed == 1; }));
  vanishing.vanish();
  CHECK(soon([&] { return all.closed == 2; }));
  CHECK(soon([&] { return server.http().connections() == 0; }));
  CHECK(all.send("nobody hears") == 0);
}

TEST_CASE("a listener that has already sent its next request is still there") {
  Broadcast all;
  TestServer server({}, {all.route()});
  TestClient client(server.port());
  client.send(server.request(kListen));
  client.read_head();
  client.send(server.post("{}"));
  CHECK(all.send("one") == 1);
  CHECK(client.read_event() == "one");
  all.drop();
  CHECK(client.read_event().empty());
  CHECK(client.read_reply().body == "{}");
}

TEST_CASE("an HTTP/1.0 client reads a stream that ends with its connection") {
  Broadcast all;
  TestServer server({}, {all.route()});
  TestClient client(server.port());
  client.send("GET /listen HTTP/1.0\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
              "\r\nConnection: keep-alive\r\n\r\n");
  CHECK_FALSE(client.read_head().headers.contains("transfer-encoding"));
  all.send("one");
  CHECK(client.read_line() == "data: one");
  all.drop();
  CHECK(client.read_line().empty());
  CHECK(client.is_closed_by_server());
}

TEST_CASE("a quiet stream says that it is alive") {
  Broadcast all;
  HttpServerOptions options;
  options.limits.beat = {20};
  TestServer server(options, {all.route()});
  TestClient client(server.port());
  client.send(server.request(kListen));
  client.read_head();
  CHECK(client.read_chunk() == ":\n\n");
  CHECK(client.read_chunk() == ":\n\n");
  all.send("one");
  CHECK(client.read_event() == "one");
}

TEST_CASE("stopping ends streams after what was said before") {
  Broadcast all;
  TestServer server({}, {all.route()});
  TestClient client(server.port());
  client.send(server.request(kListen));
  client.read_head();
  server.http().post([&] { all.send("goodbye"); });
  std::thread stopper([&] { server.stop(); });
  CHECK(client.read_event() == "goodbye");
  CHECK(client.read_event().empty());
  CHECK(client.is_closed_by_server());
  client.leave();
  stopper.join();
  CHECK(all.send("after the end") == 0);
}

TEST_CASE("a stream may be kept longer than the server lives") {
  Broadcast all;
  {
    TestServer server({}, {all.route()});
    TestClient client(server.port());
    client.send(server.request(kListen));
    client.read_head();
  }
  CHECK(all.send("after the end") == 0);
}

TEST_CASE("a thousand connections, half of them listeners that vanish, leave nothing behind") {
  Broadcast all;
  TestServer server({}, {all.route()});
  const size_t before = open_descriptors();
  for (int i = 0; i < 1000; ++i) {
    TestClient client(server.port());
    if (i % 2 == 0) {
      REQUIRE(client.ask(server.post("{}")).status == 200);
      continue;
    }
    client.send(server.request(kListen));
    REQUIRE(client.read_head().status == 200);
    if (i % 4 == 1) client.vanish();
  }
  CHECK(soon([&] { return server.http().connections() == 0; }));
  CHECK(soon([&] { return all.closed == 500; }));
  CHECK(open_descriptors() == before);
  CHECK(server.handled() == 1000);
}

}  // namespace
}  // namespace clew
