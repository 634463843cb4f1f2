#include "interface/http/mcp_outlet.h"

namespace clew {

void McpReplyOutlet::send(McpMessage message) {
  if (answered_) return;
  const bool is_last = message.kind == McpMessage::Kind::kResponse;
  if (is_last && !stream_) {
    answered_ = true;
    HttpHeaders headers = message.error == 0 ? headers_ : HttpHeaders();
    responder_->reply(json_reply(message.http_status, std::move(message.text), std::move(headers)));
    return;
  }
  if (!stream_) {
    stream_ = responder_->stream();
    if (!stream_) return;
    if (gone_) stream_->on_close(gone_);
  }
  stream_->send(message.text);
  if (is_last) {
    answered_ = true;
    stream_->end();
  }
}

bool McpReplyOutlet::wanted(const Value& request_id) {
  static_cast<void>(request_id);
  return era_ == McpEra::kHandshake || responder_->client_waits();
}

}  // namespace clew
