#pragma once
// An HTTP/1.1 server on the loopback interface. One thread does all reading and writing, another
// calls the handlers, one at a time: a slow client never holds up a handler, nor a slow handler the
// streams of others. A request that http_guard.h refuses never reaches a handler.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "interface/http/http_handler.h"

namespace clew {

struct HttpServerOptions {
  std::string address = "127.0.0.1";  // or "::1"; anything else is refused
  uint16_t port = 0;                  // 0: any that is free
  HttpPolicy policy;
  HttpLimits limits;
};

class HttpServer {
 public:
  // Listens and serves until `stop`. The routes' handlers must not throw.
  static Result<std::unique_ptr<HttpServer>> start(HttpServerOptions options,
                                                   std::vector<HttpRoute> routes);
  ~HttpServer();  // stops
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  uint16_t port() const;
  size_t connections() const;  // open now
  // Runs `work` in turn with the handlers; after `stop`, never. What is posted before `stop` runs
  // before the streams are ended.
  void post(std::function<void()> work);
  void post_after(Duration delay, std::function<void()> work);
  // Takes no new requests, lets the running handler finish and its reply be read, ends streams,
  // closes everything. Not from a handler.
  void stop();

 private:
  struct Parts;
  explicit HttpServer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace clew
