#include "interface/http/http_connection.h"

#include <boost/asio/buffer.hpp>

#include "interface/http/http_exchange.h"
#include "interface/http/http_parser.h"
#include "interface/http/http_wire.h"

namespace clew {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

enum class Next { kAnotherRequest, kLinger, kClose };

constexpr size_t kReadBytes = size_t{16} << 10;  // at a time

// An exchange that, from any thread, calls `wake` on the thread of the connections.
// The exchange belongs to the worker; `wake` runs on the thread of the connections, where the
// connection may be gone by then.
std::shared_ptr<HttpExchange> make_exchange(const HttpShared& shared, std::function<void()> wake) {
  HttpExchange::Hooks hooks;
  hooks.wake = [gate = shared.gate, wake = std::move(wake)] { gate->run_on_io(wake); };
  hooks.defer = [gate = shared.gate](std::function<void()> work) {
    gate->run_in_turn(std::move(work));
  };
  return std::make_shared<HttpExchange>(shared.limits.stream_bytes, std::move(hooks));
}

// A coroutine per connection: header, guard, body, answer, and again. Each wait has a deadline, and
// closing the socket ends whatever waits on it.
class HttpConnection : public HttpOpenConnection,
                       public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(HttpTcpSocket socket, HttpShared& shared)
      : stream_(std::move(socket)),
        wake_(stream_.tcp().get_executor()),
        shared_(shared),
        number_(++shared.made) {
    shared_.open.insert(this);
    shared_.open_count = shared_.open.size();
  }
  ~HttpConnection() override {
    shared_.open.erase(this);
    shared_.open_count = shared_.open.size();
    if (shared_.stopping && shared_.open.empty()) shared_.all_gone();
  }

  // `self` holds it until it has ended.
  static HttpDetached run(std::shared_ptr<HttpConnection> self) { co_await self->serve_all(); }

  uint64_t number() const override { return number_; }
  bool is_stranger() const override { return is_stranger_; }
  void close_idle() override {
    if (idle_) stream_.close();
  }
  void end_stream() override {
    if (exchange_) exchange_->end_stream();
  }
  void cut() override {
    stream_.close();
    wake_.cancel();
  }

 private:
  // After the last reply the connection lingers; only then is it closed.
  HttpTask<Next> serve_all() {
    error_code ignored;
    stream_.tcp().non_blocking(true, ignored);
    stream_.tcp().set_option(tcp::no_delay(true), ignored);
    Next next = Next::kAnotherRequest;
    while (next == Next::kAnotherRequest) next = co_await serve_one();
    if (next == Next::kLinger) next = co_await linger();
    stream_.close();
    co_return next;
  }

  // The guard sees the header before any of the body is read.
  HttpTask<Next> serve_one() {
    HttpParser parser(shared_.limits.header_bytes);
    if (const auto stopped = co_await read_header(parser)) co_return *stopped;
    version_ = parser.version();
    keep_alive_ = parser.keep_alive();
    HttpRequest request = parser.head();
    without_body_ = request.method == "HEAD";
    const HttpRoute* route = shared_.find_route(request.path);
    if (auto refusal = refuse(request, {parser.content_length()}, shared_.policy,
                              route == nullptr ? nullptr : &route->rule)) {
      // A body that nobody will read leaves the connection useless for another request.
      keep_alive_ = keep_alive_ && parser.is_done();
      co_return co_await write_reply(std::move(*refusal));
    }
    is_stranger_ = false;
    if (const auto stopped = co_await read_body(parser)) co_return *stopped;
    request.body = parser.take_body();
    co_return co_await answer(std::move(request), *route);
  }

  // What to do instead of going on with this request, if anything.
  // An idle connection may be closed by the server at any time; one in the middle of a header may
  // not.
  HttpTask<std::optional<Next>> read_header(HttpParser& parser) {
    if (shared_.stopping) co_return Next::kLinger;
    if (buffer_.empty()) {
      stream_.expires_after(is_first_ ? shared_.limits.header : shared_.limits.idle);
      idle_ = true;
      const bool is_read = co_await stream_.read_some(buffer_, kReadBytes);
      idle_ = false;
      if (!is_read) co_return Next::kClose;
    }
    is_first_ = false;
    stream_.expires_after(shared_.limits.header);
    HttpParser::State state = parser.read_header(buffer_);
    while (state == HttpParser::State::kNeedsMore) {
      const bool is_read = co_await stream_.read_some(buffer_, kReadBytes);
      if (!is_read) co_return Next::kClose;
      state = parser.read_header(buffer_);
    }
    if (state == HttpParser::State::kDone) co_return std::nullopt;
    co_return co_await write_malformed(parser);
  }

  HttpTask<std::optional<Next>> read_body(HttpParser& parser) {
    if (parser.is_done()) co_return std::nullopt;
    stream_.expires_after(shared_.limits.body);
    if (parser.expects_continue()) {
      const std::string go_on = "HTTP/1.1 100 Continue\r\n\r\n";
      const bool is_written = co_await stream_.write(go_on);
      if (!is_written) co_return Next::kClose;
    }
    HttpParser::State state = parser.read_body(buffer_, shared_.policy.body_bytes);
    while (state == HttpParser::State::kNeedsMore) {
      const bool is_read = co_await stream_.read_some(buffer_, kReadBytes);
      if (!is_read) co_return Next::kClose;
      state = parser.read_body(buffer_, shared_.policy.body_bytes);
    }
    if (state == HttpParser::State::kDone) co_return std::nullopt;
    co_return co_await write_malformed(parser);
  }

  // The client spoke and it was no HTTP: answered, unlike one that has gone or fallen silent.
  HttpTask<Next> write_malformed(const HttpParser& parser) {
    keep_alive_ = false;
    co_return co_await write_reply(parser.refusal(shared_.policy));
  }

  // The handler runs on the worker thread. The coroutine sleeps until the exchange wakes it, with a
  // reply, a stream, or because the client is gone.
  HttpTask<Next> answer(HttpRequest request, const HttpRoute& route) {
    const auto exchange = open_exchange();
    exchange_ = exchange;
    hand_over(std::move(request), route, exchange);
    watch_for_end();
    while (exchange->stage() == HttpExchange::Stage::kWaiting && stream_.is_open()) {
      co_await sleep(hours(1));
    }
    Next next = Next::kClose;
    if (exchange->stage() == HttpExchange::Stage::kReplied) {
      next = co_await write_reply(exchange->take_reply());
    } else if (stream_.is_open()) {
      next = co_await write_stream();
    }
    exchange_ = nullptr;
    if (next == Next::kClose) exchange->client_gone();
    co_return next;
  }

  std::shared_ptr<HttpExchange> open_exchange() {
    return make_exchange(shared_, [connection = weak_from_this()] {
      if (const auto found = connection.lock()) found->wake_up();
    });
  }

  void hand_over(HttpRequest request, const HttpRoute& route,
                 const std::shared_ptr<HttpExchange>& exchange) {
    auto responder = std::make_shared<HttpResponder>(exchange);
    const bool is_taken =
        shared_.gate->run_in_turn([handler = &route.handler, request = std::move(request),
                                   responder] { (*handler)(request, responder); });
    if (!is_taken) {
      responder->reply(
          error_reply(503, make_error(ErrorCode::kFailed, "the server is shutting down")));
    }
  }

  void wake_up() {
    wake_.cancel();
    // It may be stuck in writing to a client that does not read.
    if (exchange_ && exchange_->stage() == HttpExchange::Stage::kGone) stream_.close();
  }

  // Until something wakes the connection. True when the time passed and nothing did.
  HttpTask<bool> sleep(Duration most) {
    wake_.expires_after(std::chrono::milliseconds(most.ms));
    HttpOperation waiting([&](HttpHandlerOf handler) { wake_.async_wait(handler); });
    const HttpOutcome outcome = co_await waiting;
    co_return !outcome.error;
  }

  bool goes_on() const { return keep_alive_ && !shared_.stopping; }
  bool is_chunked() const { return version_ >= 11; }  // HTTP/1.0 knows a stream's end by closing

  HttpTask<Next> write_reply(HttpReply reply) {
    if (without_body_) reply.body.clear();
    const HttpWire wire{version_, goes_on()};
    const std::string text = reply_text(reply, wire);
    const bool is_written = co_await write(text);
    if (!is_written) co_return Next::kClose;
    co_return wire.keeps_open ? Next::kAnotherRequest : Next::kLinger;
  }

  // Server-sent events. A comment line (":") is sent when nothing else was for a while, so that
  // proxies keep the connection and a dead client is noticed.
  HttpTask<Next> write_stream() {
    const HttpWire wire{version_, is_chunked() && goes_on()};
    const std::string head = stream_head_text(exchange_->take_headers(), wire);
    const bool is_begun = co_await write(head);
    if (!is_begun) co_return Next::kClose;
    while (true) {
      // Asked first: what was sent before the end is in the text that is taken after.
      const HttpExchange::Stage stage = exchange_->stage();
      if (stage == HttpExchange::Stage::kGone || !stream_.is_open()) {
        co_return Next::kClose;
      }
      std::string text = exchange_->take_text();
      if (text.empty() && stage == HttpExchange::Stage::kEnded) break;
      if (text.empty()) {
        const bool is_quiet = co_await sleep(shared_.limits.beat);
        if (is_quiet) text = ":\n\n";
      }
      if (!text.empty()) {
        if (is_chunked()) text = chunk_text(text);
        const bool is_written = co_await write(text);
        if (!is_written) co_return Next::kClose;
      }
    }
    if (!is_chunked()) co_return Next::kLinger;
    const std::string last(kLastChunk);
    const bool is_ended = co_await write(last);
    if (!is_ended) co_return Next::kClose;
    co_return wire.keeps_open&& goes_on() ? Next::kAnotherRequest : Next::kLinger;
  }

  HttpTask<bool> write(const std::string& text) {
    stream_.expires_after(shared_.limits.write);
    return stream_.write(text);
  }

  // A client that leaves says so by closing its side; while we write nothing, nothing else tells.
  void watch_for_end() {
    if (watching_) return;
    watching_ = true;
    stream_.tcp().async_wait(tcp::socket::wait_read,
                             [self = shared_from_this()](const error_code&) {
                               self->watching_ = false;
                               self->look_for_end();
                             });
  }

  // One byte is looked at and left where it is.
  void look_for_end() {
    if (!exchange_) return;
    char byte = 0;
    error_code error;
    stream_.tcp().receive(asio::buffer(&byte, 1), tcp::socket::message_peek, error);
    if (error == asio::error::would_block) {
      watch_for_end();
    } else if (error) {
      exchange_->client_left();
    }
    // Otherwise it has sent its next request already, and is there.
  }

  // Closing with unread bytes would reset the connection, and our last reply be lost.
  HttpTask<Next> linger() {
    error_code ignored;
    stream_.tcp().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(shared_.limits.grace);
    size_t most = 4 * shared_.policy.body_bytes;
    bool is_read = true;
    while (is_read && most > 0) {
      buffer_.clear();
      is_read = co_await stream_.read_some(buffer_, kReadBytes);
      most -= std::min(most, buffer_.size());
    }
    co_return Next::kClose;
  }

  HttpSocket stream_;
  std::string buffer_;  // what has come and is not read yet
  HttpTimer wake_;
  HttpShared& shared_;
  std::shared_ptr<HttpExchange> exchange_;  // while a request is answered
  unsigned version_ = 11;
  bool keep_alive_ = false;
  bool without_body_ = false;
  bool is_first_ = true;
  bool idle_ = false;
  bool is_stranger_ = true;
  uint64_t number_;
  bool watching_ = false;
};

}  // namespace

void HttpGate::run_on_io(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (io_ != nullptr) asio::post(*io_, std::move(work));
}

bool HttpGate::run_in_turn(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  return worker_ != nullptr && worker_->post(std::move(work));
}

// After this nothing is posted any more; handlers that still run get "false".
void HttpGate::close() {
  const std::lock_guard lock(mutex_);
  io_ = nullptr;
  worker_ = nullptr;
}

const HttpRoute* HttpShared::find_route(std::string_view path) const {
  for (const auto& route : routes) {
    if (route.path == path) return &route;
  }
  return nullptr;
}

void serve_connection(HttpTcpSocket socket, HttpShared& shared) {
  HttpConnection::run(std::make_shared<HttpConnection>(std::move(socket), shared));
}

}  // namespace clew
