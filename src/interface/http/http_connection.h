#pragma once
// One client's connection: reads requests, has them guarded and handled, writes replies and
// streams. Everything here belongs to the thread that runs the io_context.

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "interface/http/http_handler.h"
#include "interface/http/http_socket.h"
#include "interface/http/serial_worker.h"

namespace clew {

// What outlives the server in the hands of handlers goes through here, and stops here.
class HttpGate {
 public:
  HttpGate(boost::asio::io_context& io, SerialWorker& worker) : io_(&io), worker_(&worker) {}
  void run_on_io(std::function<void()> work);
  bool run_in_turn(std::function<void()> work);  // false when it was not taken
  void close();

 private:
  std::mutex mutex_;
  boost::asio::io_context* io_;
  SerialWorker* worker_;
};

// What a server that stops, or is full, asks of each of its connections.
class HttpOpenConnection {
 public:
  virtual ~HttpOpenConnection() = default;
  virtual uint64_t number() const = 0;   // a later one has a larger one
  virtual bool is_stranger() const = 0;  // no request of it was let through yet
  virtual void close_idle() = 0;
  virtual void end_stream() = 0;
  virtual void cut() = 0;
};

// What the connections of a server share. Outlives them.
struct HttpShared {
  HttpPolicy policy;
  HttpLimits limits;
  std::vector<HttpRoute> routes;
  std::shared_ptr<HttpGate> gate;
  std::unordered_set<HttpOpenConnection*> open;
  std::atomic<size_t> open_count = 0;
  uint64_t made = 0;  // connections, ever
  bool stopping = false;
  std::function<void()> all_gone;  // when stopping and the last connection has closed

  const HttpRoute* find_route(std::string_view path) const;  // null when there is none
};

void serve_connection(HttpTcpSocket socket, HttpShared& shared);

}  // namespace clew
