#pragma once
// Replies as the bytes that go over the wire.

#include <string>
#include <string_view>

#include "interface/http/http_message.h"

namespace clew {

// What the client's request decides of the reply. HTTP/1.0 keeps a connection only when told so.
struct HttpWire {
  unsigned version = 11;  // or 10
  bool keeps_open = false;
};

std::string reply_text(const HttpReply& reply, HttpWire wire);
// The header of a stream of events. With HTTP/1.1 its pieces follow as chunks, with HTTP/1.0 as
// they are.
std::string stream_head_text(const HttpHeaders& headers, HttpWire wire);
std::string chunk_text(std::string_view piece);  // not empty
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace clew
