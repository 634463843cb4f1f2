#include "interface/http/http_socket.h"

#include <boost/asio/buffer.hpp>

namespace clew {

namespace asio = boost::asio;
using boost::system::error_code;

// Outlives the socket in the hands of a timer that was cancelled too late.
struct HttpSocket::Watch {
  HttpTimer timer;
  HttpSocket* socket;  // null when it has gone
  uint64_t turn = 0;   // of what is awaited: a late timer must not end the next
};

// While it stands the deadline counts.
class HttpSocket::Watched {
 public:
  explicit Watched(HttpSocket& socket) : watch_(socket.watch_) {
    watch_->timer.expires_at(socket.deadline_);
    watch_->timer.async_wait([watch = watch_, turn = watch_->turn](const error_code& error) {
      if (!error && watch->turn == turn && watch->socket != nullptr) watch->socket->close();
    });
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  ~Watched() {
    ++watch_->turn;
    watch_->timer.cancel();
  }

 private:
  std::shared_ptr<Watch> watch_;
};

struct HttpSocket::Reading {
  HttpTcpSocket& socket;
  asio::mutable_buffer room;
  void operator()(HttpHandlerOf handler) const { socket.async_read_some(room, handler); }
};

struct HttpSocket::Writing {
  HttpTcpSocket& socket;
  asio::const_buffer bytes;
  void operator()(HttpHandlerOf handler) const { socket.async_write_some(bytes, handler); }
};

HttpSocket::HttpSocket(HttpTcpSocket socket)
    : socket_(std::move(socket)),
      watch_(std::make_shared<Watch>(HttpTimer(socket_.get_executor()), this)) {}

HttpSocket::~HttpSocket() {
  watch_->socket = nullptr;
  watch_->timer.cancel();
}

void HttpSocket::close() {
  error_code ignored;
  socket_.close(ignored);
}

void HttpSocket::expires_after(Duration time) {
  deadline_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(time.ms);
}

HttpTask<bool> HttpSocket::read_some(std::string& bytes, size_t most) {
  const Watched watched(*this);
  const size_t before = bytes.size();
  bytes.resize(before + most);
  HttpOperation<Reading> reading({
      socket_, {bytes.data() + before, most}
  });
  const HttpOutcome outcome = co_await reading;
  bytes.resize(before + outcome.count);
  co_return !outcome.error;
}

HttpTask<bool> HttpSocket::write(const std::string& bytes) {
  const Watched watched(*this);
  size_t written = 0;
  while (written < bytes.size()) {
    HttpOperation<Writing> writing({
        socket_, {bytes.data() + written, bytes.size() - written}
    });
    const HttpOutcome outcome = co_await writing;
    if (outcome.error) co_return false;
    written += outcome.count;
  }
  co_return true;
}

}  // namespace clew
