#pragma once
// A client's TCP socket, read and written by coroutines, with one deadline for what is awaited of
// it: when it passes, the socket closes.

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "base/time.h"
#include "interface/http/http_task.h"

namespace clew {

// Asio's own types with the executor they all have here: with "any executor", the default, each
// operation is compiled several times over.
using HttpExecutor = boost::asio::io_context::executor_type;
using HttpTcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, HttpExecutor>;
using HttpTimer = boost::asio::basic_waitable_timer<
    std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>, HttpExecutor>;

class HttpSocket {
 public:
  explicit HttpSocket(HttpTcpSocket socket);
  HttpSocket(const HttpSocket&) = delete;
  HttpSocket& operator=(const HttpSocket&) = delete;
  ~HttpSocket();

  HttpTcpSocket& tcp() { return socket_; }
  bool is_open() const { return socket_.is_open(); }
  void close();

  // For everything that is awaited from now on, until it is set anew; it is not looked at between.
  void expires_after(Duration time);
  // Adds some of what comes, `most` at most, to `bytes`. False when nothing comes any more.
  HttpTask<bool> read_some(std::string& bytes, size_t most);
  HttpTask<bool> write(const std::string& bytes);

 private:
  struct Watch;
  class Watched;
  struct Reading;
  struct Writing;

  HttpTcpSocket socket_;
  std::chrono::steady_clock::time_point deadline_;
  std::shared_ptr<Watch> watch_;
};

}  // namespace clew
