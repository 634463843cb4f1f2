#pragma once
// An HTTP client for tests. It sends exactly what it is told, valid or not, and gives up waiting
// after some seconds.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "interface/http/http_server.h"

namespace clew {

struct TestReply {
  int status = 0;                              // 0: the connection ended before a reply
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

class TestClient {
 public:
  explicit TestClient(uint16_t port);
  ~TestClient();
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  void send(std::string_view bytes);
  TestReply read_head();   // up to the body
  TestReply read_reply();  // with the body, chunked or not
  // The next event of a stream whose head has been read; comments are passed over. Empty when the
  // stream has ended.
  std::string read_event();
  std::string read_chunk();  // of a stream, as it came
  std::string read_line();
  bool is_closed_by_server();  // waits for it
  void finish_sending();       // closes our side only
  void leave();                // closes both, at once
  void vanish();               // as when the power fails: a reset, and what is unread is lost

  TestReply ask(std::string_view request) {
    send(request);
    return read_reply();
  }

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  std::string unread_;  // of a stream's text
};

// "POST /echo HTTP/1.1" with Host and Content-Length as they should be, unless given otherwise. A
// header with an empty value is left out.
struct TestRequest {
  uint16_t port = 0;
  std::string method = "POST";
  std::string path = "/echo";
  HttpHeaders headers = {};
  std::string body = {};
  std::string text() const;
};

// A server with /echo, which answers POST and GET with the request's body, and counts.
class TestServer {
 public:
  explicit TestServer(HttpServerOptions options = {}, std::vector<HttpRoute> more = {});
  ~TestServer();
  HttpServer& http() { return *server_; }
  uint16_t port() const { return server_->port(); }
  size_t handled() const { return *handled_; }  // requests that reached a handler
  std::string request(TestRequest request) const;
  std::string post(const std::string& body) const { return request({.body = body}); }
  void stop() { server_->stop(); }

 private:
  std::shared_ptr<std::atomic<size_t>> handled_ = std::make_shared<std::atomic<size_t>>(0);
  std::unique_ptr<HttpServer> server_;
};

size_t open_descriptors();  // of this process
// Waits, at most some seconds, until `holds`.
bool soon(const std::function<bool()>& holds);

}  // namespace clew
