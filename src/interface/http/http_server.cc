#include "interface/http/http_server.h"

#include <fmt/format.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <set>
#include <thread>

#include "interface/http/http_connection.h"
#include "interface/http/http_exchange.h"

namespace clew {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Acceptor = asio::basic_socket_acceptor<tcp, HttpExecutor>;

// Said without reading: whoever is over the limit gets no more of our time than this.
void turn_away(HttpTcpSocket socket) {
  static constexpr std::string_view kBusy =
      "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
      "Connection: close\r\n\r\n";
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.send(asio::buffer(kBusy), 0, ignored);
  socket.shutdown(tcp::socket::shutdown_both, ignored);
}

Result<tcp::endpoint> loopback(const HttpServerOptions& options) {
  if (options.address != "127.0.0.1" && options.address != "::1") {
    return make_error(ErrorCode::kNotAllowed, "clew listens on the loopback interface only",
                      options.address, "use 127.0.0.1 or ::1");
  }
  return tcp::endpoint(asio::ip::make_address(options.address), options.port);
}

Status listen(Acceptor& acceptor, const tcp::endpoint& endpoint) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) return success();
  return make_error(
      error == asio::error::address_in_use ? ErrorCode::kConflict : ErrorCode::kFailed,
      "cannot open the port: " + error.message(),
      fmt::format("{}:{}", endpoint.address().to_string(), endpoint.port()),
      "choose another port, or any free one with --port 0");
}

}  // namespace

// In the order that lets what is below be used by what is above until it has gone.
struct HttpServer::Parts {
  HttpShared shared;
  SerialWorker worker;
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> busy = asio::make_work_guard(io);
  Acceptor acceptor{io};
  HttpTimer grace{io};
  HttpTimer breath{io};
  std::set<std::shared_ptr<HttpTimer>> later;
  std::thread thread;

  void accept_next() {
    acceptor.async_accept([this](const error_code& error, HttpTcpSocket socket) {
      if (!acceptor.is_open()) return;
      if (error) return take_breath();
      if (shared.open.size() >= shared.limits.connections && !make_room()) {
        turn_away(std::move(socket));
      } else {
        serve_connection(std::move(socket), shared);
      }
      accept_next();
    });
  }

  // Whoever has not shown the token makes room for whoever may: connections that somebody else on
  // the machine holds open keep nobody out. One that is closed is gone a moment later; who comes
  // faster than that is turned away.
  bool make_room() {
    HttpOpenConnection* oldest = nullptr;
    for (HttpOpenConnection* each : shared.open) {
      if (!each->is_stranger()) continue;
      if (oldest == nullptr || each->number() < oldest->number()) oldest = each;
    }
    if (oldest == nullptr || shared.open.size() >= 2 * shared.limits.connections) return false;
    oldest->cut();
    return true;
  }

  // Out of descriptors, most likely: others have to close first.
  void take_breath() {
    breath.expires_after(std::chrono::milliseconds(50));
    breath.async_wait([this](const error_code&) {
      if (acceptor.is_open()) accept_next();
    });
  }

  // Closing may take a connection out of the set while it is walked.
  void each(void (HttpOpenConnection::*what)()) {
    const std::vector<HttpOpenConnection*> all(shared.open.begin(), shared.open.end());
    for (HttpOpenConnection* connection : all) (connection->*what)();
  }

  void take_no_more() {
    error_code ignored;
    acceptor.close(ignored);
    breath.cancel();
    shared.stopping = true;
    for (const auto& timer : later) timer->cancel();
    each(&HttpOpenConnection::close_idle);
  }

  void wait_for_the_last() {
    each(&HttpOpenConnection::end_stream);
    if (shared.open.empty()) return;
    shared.all_gone = [this] { grace.cancel(); };
    grace.expires_after(std::chrono::milliseconds(shared.limits.grace.ms));
    grace.async_wait([this](const error_code& error) {
      if (!error) each(&HttpOpenConnection::cut);
    });
  }
};

HttpServer::HttpServer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Result<std::unique_ptr<HttpServer>> HttpServer::start(HttpServerOptions options,
                                                      std::vector<HttpRoute> routes) {
  CLEW_ASSIGN(const tcp::endpoint endpoint, loopback(options));
  auto parts = std::make_unique<Parts>();
  CLEW_TRY(listen(parts->acceptor, endpoint));
  parts->shared.policy = std::move(options.policy);
  parts->shared.policy.port = parts->acceptor.local_endpoint().port();
  parts->shared.limits = options.limits;
  parts->shared.routes = std::move(routes);
  parts->shared.all_gone = [] {};
  parts->shared.gate = std::make_shared<HttpGate>(parts->io, parts->worker);
  Parts* running = parts.get();
  running->accept_next();
  parts->thread = std::thread([running] { running->io.run(); });
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(parts)));
}

HttpServer::~HttpServer() { stop(); }

uint16_t HttpServer::port() const { return parts_->shared.policy.port; }

size_t HttpServer::connections() const { return parts_->shared.open_count; }

void HttpServer::post(std::function<void()> work) {
  parts_->shared.gate->run_in_turn(std::move(work));
}

void HttpServer::post_after(Duration delay, std::function<void()> work) {
  parts_->shared.gate->run_on_io([parts = parts_.get(), delay, work = std::move(work)] {
    if (parts->shared.stopping) return;
    auto timer = std::make_shared<HttpTimer>(parts->io);
    timer->expires_after(std::chrono::milliseconds(delay.ms));
    timer->async_wait([parts, timer, work](const error_code& error) {
      parts->later.erase(timer);
      if (!error) parts->shared.gate->run_in_turn(work);
    });
    parts->later.insert(timer);
  });
}

void HttpServer::stop() {
  if (!parts_->thread.joinable()) return;
  asio::post(parts_->io, [parts = parts_.get()] { parts->take_no_more(); });
  parts_->worker.finish();
  asio::post(parts_->io, [parts = parts_.get()] { parts->wait_for_the_last(); });
  parts_->busy.reset();
  parts_->thread.join();
  parts_->shared.gate->close();
}

}  // namespace clew
