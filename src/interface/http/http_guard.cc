#include "interface/http/http_guard.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace clew {
namespace {

using Refusal = std::optional<HttpReply>;

// The headers that decide anything may stand only once.
Refusal refuse_shape(const HttpRequest& head) {
  // Two of these would let a program before us and ourselves believe different ones.
  for (const char* name : {"Host", "Origin", "Authorization", "Content-Type"}) {
    if (head.count(name) > 1) {
      return error_reply(
          400, make_error(ErrorCode::kUsage, "the header is given twice", name, "send it once"));
    }
  }
  if (head.path.empty() || head.path[0] != '/') {
    return error_reply(400, make_error(ErrorCode::kUsage, "the request target must be a path",
                                       head.path, "request a path such as /mcp"));
  }
  return {};
}

// "localhost:8080"; without the port where that is HTTP's own.
bool is_own_host(std::string_view given, const HttpPolicy& policy) {
  for (const auto& host : policy.hosts) {
    if (same_header_name(given, fmt::format("{}:{}", host, policy.port))) return true;
    if (policy.port == 80 && same_header_name(given, host)) return true;
  }
  return false;
}

// A page of another site reaches this port under its own name: the Host header shows that.
Refusal refuse_host(const HttpRequest& head, const HttpPolicy& policy) {
  const std::string* host = head.header("Host");
  if (host != nullptr && is_own_host(*host, policy)) return {};
  return error_reply(
      403, make_error(ErrorCode::kNotAllowed, "this Host is not allowed",
                      host == nullptr ? "Host" : *host,
                      fmt::format("connect to http://{}:{}", policy.hosts.at(0), policy.port)));
}

// Only browsers send Origin. One that is not this server's own, or allowed, is another page.
Refusal refuse_origin(const HttpRequest& head, const HttpPolicy& policy) {
  const std::string* origin = head.header("Origin");
  if (origin == nullptr) return {};
  constexpr std::string_view kScheme = "http://";
  if (origin->starts_with(kScheme) &&
      is_own_host(std::string_view(*origin).substr(kScheme.size()), policy)) {
    return {};
  }
  for (const auto& allowed : policy.origins) {
    if (*origin == allowed) return {};
  }
  return error_reply(
      403, make_error(ErrorCode::kNotAllowed, "web pages of this Origin may not access clew",
                      *origin, "use a program that is not a web page"));
}

// The token is compared in constant time. Whether it is missing or wrong is told, as RFC 6750 has
// it.
Refusal refuse_token(const HttpRequest& head, const HttpPolicy& policy) {
  if (!policy.token) return {};
  constexpr std::string_view kScheme = "Bearer ";
  const std::string* given = head.header("Authorization");
  const bool is_bearer =
      given != nullptr && given->size() > kScheme.size() &&
      same_header_name(std::string_view(*given).substr(0, kScheme.size()), kScheme);
  if (is_bearer && equal_in_constant_time(trimmed(std::string_view(*given).substr(kScheme.size())),
                                          *policy.token)) {
    return {};
  }
  const char* challenge =
      is_bearer ? "Bearer realm=\"clew\", error=\"invalid_token\"" : "Bearer realm=\"clew\"";
  return error_reply(
      401,
      make_error(ErrorCode::kNotAllowed, is_bearer ? "wrong bearer token" : "missing bearer token",
                 "Authorization",
                 "send Authorization: Bearer with the token that clew serve names"),
      {
          {"WWW-Authenticate", challenge}
  });
}

// 404 for a path without a rule, 405 for a method that it does not have.
Refusal refuse_method(const HttpRequest& head, const HttpRule* rule) {
  if (rule == nullptr) {
    return error_reply(404, make_error(ErrorCode::kNotFound, "there is nothing at this path",
                                       head.path, "POST /mcp, or see  clew help serve"));
  }
  if (rule->find(head.method) != nullptr) return {};
  return not_allowed(head, rule->allowed());
}

bool has_body(std::string_view method) {
  return method == "POST" || method == "PUT" || method == "PATCH";
}

Refusal refuse_content_type(const HttpRequest& head) {
  if (!has_body(head.method)) return {};
  const std::string* type = head.header("Content-Type");
  if (type != nullptr) {
    const std::string_view media = std::string_view(*type).substr(0, type->find(';'));
    if (same_header_name(trimmed(media), "application/json")) return {};
  }
  return error_reply(415, make_error(ErrorCode::kUsage, "only JSON is accepted",
                                     type == nullptr ? "Content-Type" : *type,
                                     "send Content-Type: application/json"));
}

// Nothing is unpacked here: what says that it is packed would be taken for what it is not.
Refusal refuse_encoding(const HttpRequest& head) {
  const std::string* encoding = head.header("Content-Encoding");
  if (encoding == nullptr || same_header_name(trimmed(*encoding), "identity")) return {};
  return error_reply(415, make_error(ErrorCode::kUsage, "compressed bodies are not supported",
                                     *encoding, "send it uncompressed, without Content-Encoding"));
}

// A method may answer in several types, and the client must accept each of them.
Refusal refuse_accept(const HttpRequest& head, const HttpMethod& method) {
  for (const auto& type : method.gives) {
    if (accepts(head, type)) continue;
    return error_reply(
        406, make_error(ErrorCode::kUsage,
                        "the client does not accept the type of the response: " + type, "Accept",
                        fmt::format("send Accept: {}", fmt::join(method.gives, ", "))));
  }
  return {};
}

// A range with the parameter q=0, as in "text/html;q=0", is what a client does not want.
bool is_refused(std::string_view parameters) {
  while (!parameters.empty()) {
    const size_t end = parameters.find(';');
    const std::string_view one = trimmed(parameters.substr(0, end));
    if (one.size() > 2 && same_header_name(one.substr(0, 2), "q=")) {
      return one.substr(2).find_first_not_of("0.") == std::string_view::npos;
    }
    parameters = end == std::string_view::npos ? std::string_view() : parameters.substr(end + 1);
  }
  return false;
}

// "*/*", "text/*" and the very type cover it.
bool covers(std::string_view range, std::string_view media_type) {
  if (range == "*/*" || same_header_name(range, media_type)) return true;
  const size_t slash = media_type.find('/');
  return range.ends_with("/*") &&
         same_header_name(range.substr(0, range.size() - 2), media_type.substr(0, slash));
}

}  // namespace

// From cheap and general to particular, so that a stranger learns nothing about paths before
// showing the token.
std::optional<HttpReply> refuse(const HttpRequest& head, HttpLength length,
                                const HttpPolicy& policy, const HttpRule* rule) {
  if (auto reply = refuse_shape(head)) return reply;
  if (auto reply = refuse_host(head, policy)) return reply;
  if (auto reply = refuse_origin(head, policy)) return reply;
  if (auto reply = refuse_token(head, policy)) return reply;
  if (auto reply = refuse_method(head, rule)) return reply;
  if (auto reply = refuse_content_type(head)) return reply;
  if (auto reply = refuse_encoding(head)) return reply;
  if (auto reply = refuse_accept(head, *rule->find(head.method))) return reply;
  if (length.declared && *length.declared > policy.body_bytes) return too_large(policy.body_bytes);
  return {};
}

const HttpMethod* HttpRule::find(std::string_view name) const {
  for (const auto& method : methods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

std::string HttpRule::allowed() const {
  std::string names;
  for (const auto& method : methods) names += (names.empty() ? "" : ", ") + method.name;
  return names;
}

HttpReply not_allowed(const HttpRequest& head, const std::string& allowed) {
  return error_reply(
      405,
      make_error(ErrorCode::kUsage, fmt::format("{} is not supported here", head.method), head.path,
                 "use " + allowed),
      {
          {"Allow", allowed}
  });
}

// No Accept header means anything.
bool accepts(const HttpRequest& head, std::string_view media_type) {
  if (head.count("Accept") == 0) return true;
  for (const auto& header : head.headers) {
    if (!same_header_name(header.name, "Accept")) continue;
    std::string_view rest = header.value;
    while (!rest.empty()) {
      const size_t end = rest.find(',');
      const std::string_view item = rest.substr(0, end);
      const size_t parameters = item.find(';');
      const bool is_covered = covers(trimmed(item.substr(0, parameters)), media_type);
      if (is_covered &&
          (parameters == std::string_view::npos || !is_refused(item.substr(parameters + 1)))) {
        return true;
      }
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }
  return false;
}

HttpReply too_large(size_t most) {
  return error_reply(413, make_error(ErrorCode::kInvalid,
                                     fmt::format("the body is over the limit of {} bytes", most),
                                     "Content-Length", "send less at once"));
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  // Of the digests: their length says nothing about the token's.
  const Hash left = sha256(a);
  const Hash right = sha256(b);
  volatile unsigned char differences = 0;
  for (size_t i = 0; i < left.bytes.size(); ++i) {
    differences = static_cast<unsigned char>(differences | (left.bytes[i] ^ right.bytes[i]));
  }
  return differences == 0;
}

}  // namespace clew
