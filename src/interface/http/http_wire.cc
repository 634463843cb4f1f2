#include "interface/http/http_wire.h"

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/status.hpp>
#include <ctime>

namespace clew {
namespace {

namespace http = boost::beast::http;

std::string http_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

template <class Message>
void set_common(Message& message, const HttpHeaders& headers) {
  message.set(http::field::date, http_date());
  message.set(http::field::cache_control, "no-store");
  message.set("X-Content-Type-Options", "nosniff");
  for (const auto& header : headers) message.insert(header.name, header.value);
}

}  // namespace

HttpRequest head_of(const http::request<http::string_body>& message) {
  HttpRequest head;
  head.method = std::string(message.method_string());
  const std::string_view target(message.target().data(), message.target().size());
  const size_t question = target.find('?');
  head.path = std::string(target.substr(0, question));
  if (question != std::string_view::npos) head.query = std::string(target.substr(question + 1));
  for (const auto& field : message) {
    const std::string_view value(field.value().data(), field.value().size());
    head.headers.push_back({std::string(field.name_string()), std::string(trimmed(value))});
  }
  return head;
}

bool is_malformed(const boost::system::error_code& error) {
  return error.category() == make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

HttpReply malformed_reply(const boost::system::error_code& error, const HttpPolicy& policy) {
  if (error == http::error::body_limit) return too_large(policy.body_bytes);
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return error_reply(
        431, make_error(ErrorCode::kInvalid, "the header of the request is too large", "header",
                        "send fewer and shorter headers"));
  }
  return error_reply(400, make_error(ErrorCode::kUsage, "not an HTTP request: " + error.message(),
                                     "request", "send HTTP/1.1"));
}

http::response<http::string_body> reply_message(HttpReply reply, unsigned version) {
  http::response<http::string_body> message(
      http::int_to_status(static_cast<unsigned>(reply.status)), version);
  set_common(message, reply.headers);
  if (!reply.content_type.empty()) message.set(http::field::content_type, reply.content_type);
  message.body() = std::move(reply.body);
  message.prepare_payload();
  return message;
}

http::response<http::empty_body> stream_head(const HttpHeaders& headers, unsigned version) {
  http::response<http::empty_body> head(http::status::ok, version);
  set_common(head, headers);
  head.set(http::field::content_type, "text/event-stream");
  head.chunked(version >= 11);
  return head;
}

}  // namespace clew
