#include "interface/http/http_handler.h"

#include "interface/http/http_exchange.h"

namespace clew {

EventStream::EventStream(std::shared_ptr<HttpExchange> exchange) : exchange_(std::move(exchange)) {}
EventStream::~EventStream() { exchange_->end_stream(); }
bool EventStream::send(std::string_view data) { return exchange_->send_event(data); }
void EventStream::end() { exchange_->end_stream(); }
bool EventStream::open() const { return exchange_->streaming(); }
void EventStream::on_close(std::function<void()> closed) { exchange_->on_close(std::move(closed)); }

HttpResponder::HttpResponder(std::shared_ptr<HttpExchange> exchange)
    : exchange_(std::move(exchange)) {}

HttpResponder::~HttpResponder() {
  if (exchange_->stage() != HttpExchange::Stage::kWaiting) return;
  exchange_->reply(
      error_reply(500, make_error(ErrorCode::kFailed, "the request was not answered")));
}

bool HttpResponder::client_waits() const { return exchange_->client_waits(); }

void HttpResponder::reply(HttpReply reply) { exchange_->reply(std::move(reply)); }

std::shared_ptr<EventStream> HttpResponder::stream(HttpHeaders headers) {
  if (!exchange_->begin_stream(std::move(headers))) return nullptr;
  return std::make_shared<EventStream>(exchange_);
}

}  // namespace clew
