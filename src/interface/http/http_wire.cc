#include "interface/http/http_wire.h"

#include <fmt/format.h>

#include <boost/beast/http/status.hpp>
#include <ctime>

namespace clew {
namespace {

std::string http_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

void add_header(std::string& text, std::string_view name, std::string_view value) {
  text.append(name).append(": ").append(value).append("\r\n");
}

// The status line and what every reply says.
std::string head_text(int status, const HttpHeaders& headers, HttpWire wire) {
  const auto reason =
      boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
  std::string text = fmt::format("HTTP/1.{} {} ", wire.version % 10, status);
  text.append(reason.data(), reason.size()).append("\r\n");
  add_header(text, "Date", http_date());
  add_header(text, "Cache-Control", "no-store");
  add_header(text, "X-Content-Type-Options", "nosniff");
  for (const auto& header : headers) add_header(text, header.name, header.value);
  return text;
}

void end_head(std::string& text, HttpWire wire) {
  if (wire.version >= 11 && !wire.keeps_open) add_header(text, "Connection", "close");
  if (wire.version < 11 && wire.keeps_open) add_header(text, "Connection", "keep-alive");
  text += "\r\n";
}

}  // namespace

std::string reply_text(const HttpReply& reply, HttpWire wire) {
  std::string text = head_text(reply.status, reply.headers, wire);
  if (!reply.content_type.empty()) add_header(text, "Content-Type", reply.content_type);
  add_header(text, "Content-Length", std::to_string(reply.body.size()));
  end_head(text, wire);
  return text += reply.body;
}

std::string stream_head_text(const HttpHeaders& headers, HttpWire wire) {
  std::string text = head_text(200, headers, wire);
  add_header(text, "Content-Type", "text/event-stream");
  if (wire.version >= 11) add_header(text, "Transfer-Encoding", "chunked");
  end_head(text, wire);
  return text;
}

std::string chunk_text(std::string_view piece) {
  return fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
}

}  // namespace clew
