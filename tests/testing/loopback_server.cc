#include "testing/loopback_server.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace clew {
namespace {

sockaddr_in loopback(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

}  // namespace

LoopbackConnection::~LoopbackConnection() { close(descriptor_); }

void LoopbackConnection::shut() { shutdown(descriptor_, SHUT_RDWR); }

std::string LoopbackConnection::read_some() {
  if (!unread_.empty()) return std::exchange(unread_, {});
  char buffer[65536];
  const ssize_t got = recv(descriptor_, buffer, sizeof buffer, 0);
  return got <= 0 ? std::string() : std::string(buffer, static_cast<size_t>(got));
}

bool LoopbackConnection::send(const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = ::send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) return false;
    sent += static_cast<size_t>(n);
  }
  return true;
}

void LoopbackConnection::answer(int status, const std::string& body, const std::string& headers) {
  send("HTTP/1.1 " + std::to_string(status) + " Answer\r\n" + headers +
       "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

std::optional<LoopbackRequest> LoopbackConnection::read_request() {
  std::string text;
  while (text.find("\r\n\r\n") == std::string::npos) {
    const std::string more = read_some();
    if (more.empty()) return std::nullopt;
    text += more;
  }
  LoopbackRequest request;
  const size_t head = text.find("\r\n\r\n");
  size_t line = text.find("\r\n");
  const size_t space = text.find(' ');
  request.method = text.substr(0, space);
  request.target = text.substr(space + 1, text.find(' ', space + 1) - space - 1);
  while (line < head) {
    const size_t next = text.find("\r\n", line + 2);
    const std::string header = text.substr(line + 2, next - line - 2);
    const size_t colon = header.find(": ");
    if (colon != std::string::npos) {
      request.headers[lower_case(header.substr(0, colon))] = header.substr(colon + 2);
    }
    line = next;
  }
  request.body = text.substr(head + 4);
  const auto length = request.headers.find("content-length");
  const size_t wanted = length == request.headers.end() ? 0 : std::stoul(length->second);
  while (request.body.size() < wanted) {
    const std::string more = read_some();
    if (more.empty()) return std::nullopt;
    request.body += more;
  }
  unread_ = request.body.substr(wanted);
  request.body.resize(wanted);
  return request;
}

std::unique_ptr<LoopbackConnection> connect_to(uint16_t port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  auto connection = std::make_unique<LoopbackConnection>(descriptor);
  const bool is_open =
      connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  return is_open ? std::move(connection) : nullptr;
}

LoopbackServer::LoopbackServer(Handler handler) : handler_(std::move(handler)) {
  listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  REQUIRE(bind(listening_, reinterpret_cast<const sockaddr*>(&address), size) == 0);
  REQUIRE(listen(listening_, 64) == 0);
  REQUIRE(getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  port_ = ntohs(address.sin_port);
  accepting_ = std::thread([this] { accept_all(); });
}

void LoopbackServer::accept_all() {
  while (true) {
    const int descriptor = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) return;
    const std::lock_guard lock(mutex_);
    threads_.emplace_back([this, descriptor] {
      LoopbackConnection connection(descriptor);
      {
        const std::lock_guard opening(mutex_);
        open_.push_back(&connection);
      }
      handler_(connection);
      const std::lock_guard closing(mutex_);
      open_.erase(std::find(open_.begin(), open_.end(), &connection));
    });
  }
}

LoopbackServer::~LoopbackServer() {
  shutdown(listening_, SHUT_RDWR);
  accepting_.join();
  close(listening_);
  {
    const std::lock_guard lock(mutex_);
    for (auto* connection : open_) connection->shut();
  }
  for (auto& thread : threads_) thread.join();
}

}  // namespace clew
