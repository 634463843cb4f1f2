#include "interface/http/http_exchange.h"

namespace clew {

HttpExchange::HttpExchange(size_t stream_bytes, Hooks hooks)
    : stream_bytes_(stream_bytes), hooks_(std::move(hooks)) {}

bool HttpExchange::reply(HttpReply reply) {
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::kWaiting) return false;
    reply_ = std::move(reply);
    stage_ = Stage::kReplied;
  }
  hooks_.wake();
  return true;
}

bool HttpExchange::begin_stream(HttpHeaders headers) {
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::kWaiting) return false;
    headers_ = std::move(headers);
    stage_ = left_ ? Stage::kGone : Stage::kStreaming;
  }
  hooks_.wake();
  return true;
}

bool HttpExchange::send_event(std::string_view data) {
  std::string text = event_text(data);
  {
    std::unique_lock lock(mutex_);
    if (stage_ != Stage::kStreaming) return false;
    if (text_.size() + text.size() > stream_bytes_) {
      close_locked(lock);
      return false;
    }
    text_ += text;
  }
  hooks_.wake();
  return true;
}

void HttpExchange::end_stream() {
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::kStreaming) return;
    stage_ = Stage::kEnded;
    closed_ = nullptr;
  }
  hooks_.wake();
}

bool HttpExchange::streaming() const { return stage() == Stage::kStreaming; }

bool HttpExchange::client_waits() const {
  const std::lock_guard lock(mutex_);
  return !left_ && stage_ != Stage::kGone;
}

void HttpExchange::on_close(std::function<void()> closed) {
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::kGone) {
      if (stage_ == Stage::kStreaming) closed_ = std::move(closed);
      return;
    }
  }
  hooks_.defer(std::move(closed));
}

HttpExchange::Stage HttpExchange::stage() const {
  const std::lock_guard lock(mutex_);
  return stage_;
}

HttpReply HttpExchange::take_reply() {
  const std::lock_guard lock(mutex_);
  return std::move(reply_);
}

HttpHeaders HttpExchange::take_headers() {
  const std::lock_guard lock(mutex_);
  return std::move(headers_);
}

std::string HttpExchange::take_text() {
  const std::lock_guard lock(mutex_);
  return std::exchange(text_, {});
}

void HttpExchange::client_left() {
  std::unique_lock lock(mutex_);
  left_ = true;
  if (stage_ == Stage::kStreaming) close_locked(lock);
}

void HttpExchange::client_gone() {
  std::unique_lock lock(mutex_);
  close_locked(lock);
}

void HttpExchange::close_locked(std::unique_lock<std::mutex>& lock) {
  if (stage_ == Stage::kGone) return;
  stage_ = Stage::kGone;
  text_ = {};
  std::function<void()> closed = std::exchange(closed_, nullptr);
  lock.unlock();
  if (closed) hooks_.defer(std::move(closed));
  hooks_.wake();
}

std::string event_text(std::string_view data) {
  std::string text;
  text.reserve(data.size() + 8);
  while (true) {
    // A carriage return would end a line of the stream, too.
    const size_t end = data.find_first_of("\r\n");
    text.append("data: ").append(data.substr(0, end)).append("\n");
    if (end == std::string_view::npos) break;
    const bool is_pair = data.substr(end, 2) == "\r\n";
    data = data.substr(end + (is_pair ? 2 : 1));
  }
  return text.append("\n");
}

}  // namespace clew
