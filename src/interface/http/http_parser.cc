#include "interface/http/http_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace clew {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

// What is not understood before more of it comes: a header is refused earlier, a chunk's line here.
constexpr size_t kMaxUnread = size_t{256} << 10;

}  // namespace

struct HttpParser::Parts {
  http::request_parser<http::string_body> parser;
  error_code error;
  bool is_in_body = false;

  // Once: Beast counts down from the limit chunk by chunk, and one set again begins anew.
  void begin_body(size_t most) {
    if (is_in_body) return;
    is_in_body = true;
    parser.eager(true);
    parser.body_limit(most);
  }

  State put(std::string& bytes) {
    const size_t used = parser.put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
    bytes.erase(0, used);
    if (!error) return State::kDone;
    if (error != http::error::need_more) return State::kMalformed;
    if (bytes.size() < kMaxUnread) return State::kNeedsMore;
    error = http::error::buffer_overflow;
    return State::kMalformed;
  }
};

HttpParser::HttpParser(size_t header_bytes) : parts_(std::make_unique<Parts>()) {
  parts_->parser.header_limit(static_cast<uint32_t>(header_bytes));
  parts_->parser.body_limit(boost::none);  // judged with everything else, in http_guard's order
}

HttpParser::~HttpParser() = default;

HttpParser::State HttpParser::read_header(std::string& bytes) {
  State state = State::kDone;
  while (!parts_->parser.is_header_done() && state == State::kDone) {
    state = bytes.empty() ? State::kNeedsMore : parts_->put(bytes);
  }
  return state;
}

HttpParser::State HttpParser::read_body(std::string& bytes, size_t most) {
  parts_->begin_body(most);
  State state = State::kDone;
  while (!parts_->parser.is_done() && state == State::kDone) {
    state = bytes.empty() ? State::kNeedsMore : parts_->put(bytes);
  }
  return state;
}

HttpRequest HttpParser::head() const {
  const auto& message = parts_->parser.get();
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

unsigned HttpParser::version() const { return parts_->parser.get().version(); }

bool HttpParser::keep_alive() const { return parts_->parser.get().keep_alive(); }

bool HttpParser::expects_continue() const {
  return boost::beast::iequals(parts_->parser.get()[http::field::expect], "100-continue");
}

std::optional<uint64_t> HttpParser::content_length() const {
  const auto length = parts_->parser.content_length();
  return length ? std::optional<uint64_t>(*length) : std::nullopt;
}

bool HttpParser::is_done() const { return parts_->parser.is_done(); }

std::string HttpParser::take_body() { return std::move(parts_->parser.get().body()); }

HttpReply HttpParser::refusal(const HttpPolicy& policy) const {
  const error_code& error = parts_->error;
  if (error == http::error::body_limit) return too_large(policy.body_bytes);
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return error_reply(
        431, make_error(ErrorCode::kInvalid, "the header of the request is too large", "header",
                        "send fewer and shorter headers"));
  }
  return error_reply(400, make_error(ErrorCode::kUsage, "not an HTTP request: " + error.message(),
                                     "request", "send HTTP/1.1"));
}

}  // namespace clew
