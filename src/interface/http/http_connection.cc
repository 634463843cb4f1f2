#include "interface/http/http_connection.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>

#include "interface/http/http_exchange.h"
#include "interface/http/http_wire.h"

namespace clew {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

using Parser = http::request_parser<http::string_body>;
enum class Next { kAnotherRequest, kLinger, kClose };

std::chrono::milliseconds time_of(Duration duration) {
  return std::chrono::milliseconds(duration.ms);
}

class HttpConnection : public HttpOpenConnection,
                       public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(tcp::socket socket, HttpShared& shared)
      : stream_(std::move(socket)), wake_(stream_.get_executor()), shared_(shared) {
    shared_.open.insert(this);
    shared_.open_count = shared_.open.size();
  }
  ~HttpConnection() override {
    shared_.open.erase(this);
    shared_.open_count = shared_.open.size();
    if (shared_.stopping && shared_.open.empty()) shared_.all_gone();
  }

  asio::awaitable<void> run() {
    const auto self = shared_from_this();
    error_code ignored;
    stream_.socket().non_blocking(true, ignored);
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    Next next = Next::kAnotherRequest;
    while (next == Next::kAnotherRequest) next = co_await serve_one();
    if (next == Next::kLinger) co_await linger();
    stream_.close();
  }

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
  asio::awaitable<Next> serve_one() {
    Parser parser;
    parser.header_limit(static_cast<uint32_t>(shared_.limits.header_bytes));
    parser.body_limit(boost::none);  // judged with everything else, in http_guard's order
    if (const auto stopped = co_await read_header(parser)) co_return *stopped;
    version_ = parser.get().version();
    keep_alive_ = parser.get().keep_alive();
    HttpRequest request = head_of(parser.get());
    without_body_ = request.method == "HEAD";
    const HttpRoute* route = shared_.find_route(request.path);
    HttpLength length;
    if (const auto declared = parser.content_length()) length.declared = *declared;
    if (auto refusal =
            refuse(request, length, shared_.policy, route == nullptr ? nullptr : &route->rule)) {
      // A body that nobody will read leaves the connection useless for another request.
      keep_alive_ = keep_alive_ && parser.is_done();
      co_return co_await write_reply(std::move(*refusal));
    }
    if (const auto stopped = co_await read_body(parser)) co_return *stopped;
    request.body = std::move(parser.get().body());
    co_return co_await answer(std::move(request), *route);
  }

  // What to do instead of going on with this request, if anything.
  asio::awaitable<std::optional<Next>> read_header(Parser& parser) {
    if (shared_.stopping) co_return Next::kLinger;
    if (buffer_.size() == 0) {
      stream_.expires_after(time_of(is_first_ ? shared_.limits.header : shared_.limits.idle));
      idle_ = true;
      auto [error, count] = co_await stream_.async_read_some(buffer_.prepare(4096), kAwait);
      idle_ = false;
      if (error) co_return Next::kClose;
      buffer_.commit(count);
    }
    is_first_ = false;
    stream_.expires_after(time_of(shared_.limits.header));
    auto [error, count] = co_await http::async_read_header(stream_, buffer_, parser, kAwait);
    if (!error) co_return std::nullopt;
    co_return co_await write_malformed(error);
  }

  asio::awaitable<std::optional<Next>> read_body(Parser& parser) {
    if (parser.is_done()) co_return std::nullopt;
    parser.body_limit(shared_.policy.body_bytes);
    stream_.expires_after(time_of(shared_.limits.body));
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      auto [failed, wrote] = co_await asio::async_write(stream_, asio::buffer(kContinue), kAwait);
      if (failed) co_return Next::kClose;
    }
    auto [error, count] = co_await http::async_read(stream_, buffer_, parser, kAwait);
    if (!error) co_return std::nullopt;
    co_return co_await write_malformed(error);
  }

  asio::awaitable<std::optional<Next>> write_malformed(error_code error) {
    if (!is_malformed(error)) co_return Next::kClose;
    keep_alive_ = false;
    co_return co_await write_reply(malformed_reply(error, shared_.policy));
  }

  asio::awaitable<Next> answer(HttpRequest request, const HttpRoute& route) {
    const auto exchange = open_exchange();
    exchange_ = exchange;
    hand_over(std::move(request), route, exchange);
    watch_for_end();
    while (exchange->stage() == HttpExchange::Stage::kWaiting && stream_.socket().is_open()) {
      co_await sleep(hours(1));
    }
    Next next = Next::kClose;
    if (exchange->stage() == HttpExchange::Stage::kReplied) {
      next = co_await write_reply(exchange->take_reply());
    } else if (stream_.socket().is_open()) {
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
      responder->reply(error_reply(503, make_error(ErrorCode::kFailed, "the server stops")));
    }
  }

  void wake_up() {
    wake_.cancel();
    // It may be stuck in writing to a client that does not read.
    if (exchange_ && exchange_->stage() == HttpExchange::Stage::kGone) stream_.close();
  }

  // Until something wakes the connection. True when the time passed and nothing did.
  asio::awaitable<bool> sleep(Duration most) {
    wake_.expires_after(time_of(most));
    auto [error] = co_await wake_.async_wait(kAwait);
    co_return !error;
  }

  bool goes_on() const { return keep_alive_ && !shared_.stopping; }
  bool is_chunked() const { return version_ >= 11; }  // HTTP/1.0 knows a stream's end by closing

  asio::awaitable<Next> write_reply(HttpReply reply) {
    if (without_body_) reply.body.clear();
    auto message = reply_message(std::move(reply), version_);
    message.keep_alive(goes_on());
    stream_.expires_after(time_of(shared_.limits.write));
    auto [error, count] = co_await http::async_write(stream_, message, kAwait);
    if (error) co_return Next::kClose;
    co_return message.keep_alive() ? Next::kAnotherRequest : Next::kLinger;
  }

  asio::awaitable<Next> write_stream() {
    auto head = stream_head(exchange_->take_headers(), version_);
    head.keep_alive(is_chunked() && goes_on());
    http::response_serializer<http::empty_body> serializer(head);
    stream_.expires_after(time_of(shared_.limits.write));
    auto [failed, wrote] = co_await http::async_write_header(stream_, serializer, kAwait);
    if (failed) co_return Next::kClose;
    while (true) {
      // Asked first: what was sent before the end is in the text that is taken after.
      const HttpExchange::Stage stage = exchange_->stage();
      if (stage == HttpExchange::Stage::kGone || !stream_.socket().is_open()) {
        co_return Next::kClose;
      }
      std::string text = exchange_->take_text();
      if (text.empty() && stage == HttpExchange::Stage::kEnded) break;
      if (text.empty()) {
        const bool is_quiet = co_await sleep(shared_.limits.beat);
        if (is_quiet) text = ":\n\n";
      }
      if (!text.empty()) {
        const bool is_written = co_await write_text(text);
        if (!is_written) co_return Next::kClose;
      }
    }
    if (!is_chunked()) co_return Next::kLinger;
    stream_.expires_after(time_of(shared_.limits.write));
    auto [error, count] = co_await asio::async_write(stream_, http::make_chunk_last(), kAwait);
    if (error) co_return Next::kClose;
    co_return head.keep_alive() && goes_on() ? Next::kAnotherRequest : Next::kLinger;
  }

  asio::awaitable<bool> write_text(const std::string& text) {
    stream_.expires_after(time_of(shared_.limits.write));
    if (is_chunked()) {
      auto [error, count] =
          co_await asio::async_write(stream_, http::make_chunk(asio::buffer(text)), kAwait);
      co_return !error;
    }
    auto [error, count] = co_await asio::async_write(stream_, asio::buffer(text), kAwait);
    co_return !error;
  }

  // A client that leaves says so by closing its side; while we write nothing, nothing else tells.
  void watch_for_end() {
    if (watching_) return;
    watching_ = true;
    stream_.socket().async_wait(tcp::socket::wait_read,
                                [self = shared_from_this()](const error_code&) {
                                  self->watching_ = false;
                                  self->look_for_end();
                                });
  }

  void look_for_end() {
    if (!exchange_) return;
    char byte = 0;
    error_code error;
    stream_.socket().receive(asio::buffer(&byte, 1), tcp::socket::message_peek, error);
    if (error == asio::error::would_block) {
      watch_for_end();
    } else if (error) {
      exchange_->client_left();
    }
    // Otherwise it has sent its next request already, and is there.
  }

  // Closing with unread bytes would reset the connection, and our last reply be lost.
  asio::awaitable<void> linger() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(time_of(shared_.limits.grace));
    size_t most = 4 * shared_.policy.body_bytes;
    std::string scratch(size_t{16} << 10, '\0');
    while (most > 0) {
      auto [error, count] = co_await stream_.async_read_some(asio::buffer(scratch), kAwait);
      if (error) co_return;
      most -= std::min(most, count);
    }
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{size_t{256} << 10};
  asio::steady_timer wake_;
  HttpShared& shared_;
  std::shared_ptr<HttpExchange> exchange_;  // while a request is answered
  unsigned version_ = 11;
  bool keep_alive_ = false;
  bool without_body_ = false;
  bool is_first_ = true;
  bool idle_ = false;
  bool watching_ = false;
};

}  // namespace

void serve_connection(tcp::socket socket, HttpShared& shared) {
  const auto executor = socket.get_executor();
  const auto connection = std::make_shared<HttpConnection>(std::move(socket), shared);
  asio::co_spawn(executor, [connection] { return connection->run(); }, asio::detached);
}

}  // namespace clew
