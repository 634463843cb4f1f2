#pragma once
// What answers a request: a route names a path and its handler, and the handler is given the
// request and a responder, which takes one whole reply or becomes a stream of events.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/time.h"
#include "interface/http/http_guard.h"
#include "interface/http/http_message.h"

namespace clew {

class HttpExchange;  // one request on its connection; http_exchange.h

// Server-sent events to one client. From any thread; nothing here waits. When the last handle is
// dropped the stream ends.
class EventStream {
 public:
  explicit EventStream(std::shared_ptr<HttpExchange> exchange);
  ~EventStream();
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  // One event. False when nobody can read it any more: the client has gone, was too slow for
  // HttpLimits::stream_bytes, or the server stops.
  bool send(std::string_view data);
  void end();
  bool open() const;
  // Calls `closed` once, in turn with the handlers, when the client has gone or was cut off; not
  // when we end the stream ourselves.
  void on_close(std::function<void()> closed);

 private:
  std::shared_ptr<HttpExchange> exchange_;
};

// Where the answer to one request goes: either a whole reply or a stream. From any thread, also
// after the handler has returned. Dropped without an answer, the client reads status 500.
class HttpResponder {
 public:
  explicit HttpResponder(std::shared_ptr<HttpExchange> exchange);
  ~HttpResponder();
  HttpResponder(const HttpResponder&) = delete;
  HttpResponder& operator=(const HttpResponder&) = delete;

  // The first of these two counts. `stream` gives null when there has been an answer.
  void reply(HttpReply reply);
  std::shared_ptr<EventStream> stream(HttpHeaders headers = {});
  bool client_waits() const;  // false when the client has closed its side

 private:
  std::shared_ptr<HttpExchange> exchange_;
};

using HttpHandler =
    std::function<void(const HttpRequest& request, std::shared_ptr<HttpResponder> responder)>;

// A path, what may be asked of it, and who answers.
struct HttpRoute {
  std::string path;
  HttpRule rule;
  HttpHandler handler;
};

// How much of the server one client may take: bytes, connections, time.
struct HttpLimits {
  size_t header_bytes = size_t{16} << 10;
  size_t connections = 256;
  size_t stream_bytes = size_t{4} << 20;  // what a client may leave unread of a stream
  Duration header = seconds(10);          // from connecting, or the first byte, to the header's end
  Duration body = seconds(30);
  Duration idle = minutes(2);    // between two requests on a connection
  Duration write = seconds(30);  // for a reply, or one piece of a stream, to be taken
  Duration beat = seconds(15);   // a quiet stream says this often that it is alive
  Duration grace = seconds(2);   // at the end, for replies that are on their way
};

}  // namespace clew
