#pragma once
// A server on a free port of 127.0.0.1 for tests of what talks to one: each connection is handed to
// a function on a thread of its own, which answers well, badly or not at all.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace clew {

struct LoopbackRequest {
  std::string method;
  std::string target;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

class LoopbackConnection {
 public:
  explicit LoopbackConnection(int descriptor) : descriptor_(descriptor) {}
  ~LoopbackConnection();
  LoopbackConnection(const LoopbackConnection&) = delete;
  LoopbackConnection& operator=(const LoopbackConnection&) = delete;

  // Nothing when the other side has closed.
  std::optional<LoopbackRequest> read_request();
  std::string read_some();              // empty at the end
  bool send(const std::string& bytes);  // false: nobody reads any more
  // A whole answer, which leaves the connection open.
  void answer(int status, const std::string& body, const std::string& headers = "");
  void shut();  // both ways, at once

 private:
  int descriptor_;
  std::string unread_;
};
// A connection of our own; nullptr when nobody listens.
std::unique_ptr<LoopbackConnection> connect_to(uint16_t port);

class LoopbackServer {
 public:
  using Handler = std::function<void(LoopbackConnection& connection)>;
  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  uint16_t port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  void accept_all();

  Handler handler_;
  int listening_ = -1;
  uint16_t port_ = 0;
  std::mutex mutex_;
  std::vector<LoopbackConnection*> open_;  // guarded by mutex_
  std::vector<std::thread> threads_;       // the same
  std::thread accepting_;
};

}  // namespace clew
