#pragma once
// Where the thread that answers one request and the thread that owns its connection meet. Any
// thread may call anything; nothing here waits.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "interface/http/http_message.h"

namespace clew {

class HttpExchange {
 public:
  struct Hooks {
    std::function<void()> wake;                        // there is something to write
    std::function<void(std::function<void()>)> defer;  // run this in turn with the handlers
  };
  HttpExchange(size_t stream_bytes, Hooks hooks);

  // For whoever answers. False when it is too late: there has been an answer, or nobody reads it.
  bool reply(HttpReply reply);
  bool begin_stream(HttpHeaders headers);
  bool send_event(std::string_view data);
  void end_stream();
  bool streaming() const;
  bool client_waits() const;
  void on_close(std::function<void()> closed);

  // For the connection.
  enum class Stage { kWaiting, kReplied, kStreaming, kEnded, kGone };
  Stage stage() const;
  HttpReply take_reply();      // REQUIRES: kReplied
  HttpHeaders take_headers();  // REQUIRES: kStreaming or later
  std::string take_text();     // what is to be written of a stream; may be empty
  // The client has closed its side. That ends a stream; a reply it may still read.
  void client_left();
  void client_gone();

 private:
  void close_locked(std::unique_lock<std::mutex>& lock);

  mutable std::mutex mutex_;
  const size_t stream_bytes_;
  const Hooks hooks_;
  Stage stage_ = Stage::kWaiting;
  bool left_ = false;
  HttpReply reply_;
  HttpHeaders headers_;
  std::string text_;
  std::function<void()> closed_;
};

// One event as it stands in a stream. Line breaks in `data` are kept.
std::string event_text(std::string_view data);

}  // namespace clew
