#pragma once
// HTTP requests and replies as plain values that know no library: what handlers, guards and tests
// work with.

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace clew {

struct HttpHeader {
  std::string name;
  std::string value;

  bool operator==(const HttpHeader&) const = default;
};
using HttpHeaders = std::vector<HttpHeader>;

// Names are compared without regard to case, as HTTP wants it.
bool same_header_name(std::string_view a, std::string_view b);
std::string_view trimmed(std::string_view text);  // without spaces and tabs at the ends

struct HttpRequest {
  std::string method;   // as sent; methods are case-sensitive
  std::string path;     // of the target, without its query
  std::string query;    // without the '?'; may be empty
  HttpHeaders headers;  // in the order they came, values trimmed
  std::string body;

  const std::string* header(std::string_view name) const;  // the first; null when absent
  size_t count(std::string_view name) const;
};

struct HttpReply {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  HttpHeaders headers = {};
};

inline HttpReply json_reply(int status, std::string body, HttpHeaders headers = {}) {
  return {status, "application/json", std::move(body), std::move(headers)};
}
// No body, and so no type: 202, 204.
inline HttpReply empty_reply(int status, HttpHeaders headers = {}) {
  return {status, "", "", std::move(headers)};
}
// The error document of every other interface of clew, under an HTTP status.
HttpReply error_reply(int status, const Error& error, HttpHeaders headers = {});

}  // namespace clew
