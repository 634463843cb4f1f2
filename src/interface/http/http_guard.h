#pragma once
// What a request must show before anything of ours sees it. A loopback port can be reached by every
// page open in a browser and by every other user of the machine; so, in this order:
//   well formed (400), Host (403), Origin (403), token (401), path (404), method (405),
//   content type (415), Accept (406), length (413).
// All of it is judged from the header alone, before a body is read.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interface/http/http_message.h"

namespace clew {

struct HttpPolicy {
  uint16_t port = 0;  // where we listen; the server fills it in
  // Names we are known by; each counts only together with our port.
  std::vector<std::string> hosts = {"127.0.0.1", "localhost", "[::1]"};
  // Origins besides those made from `hosts`, as "http://localhost:5173".
  std::vector<std::string> origins = {};
  // Unset: nobody is asked. Only for servers that keep nothing, as test fixtures do.
  std::optional<std::string> token = {};
  size_t body_bytes = size_t{8} << 20;
};

// What one path takes and gives.
struct HttpMethod {
  std::string name;
  std::vector<std::string> gives = {};  // media types, all of which the client must accept
};
struct HttpRule {
  std::vector<HttpMethod> methods;  // for 405 and its Allow, too

  const HttpMethod* find(std::string_view name) const;
  std::string allowed() const;  // "POST, GET"
};

struct HttpLength {
  std::optional<uint64_t> declared;  // Content-Length
};

// The reply that refuses a request, or nothing when it may go on. `rule` is null for an unknown
// path.
std::optional<HttpReply> refuse(const HttpRequest& head, HttpLength length,
                                const HttpPolicy& policy, const HttpRule* rule);

// Whether a client that sent this Accept header takes the media type. Without the header it takes
// anything; q=0 means it does not.
bool accepts(const HttpRequest& head, std::string_view media_type);
HttpReply too_large(size_t most);                                            // 413
HttpReply not_allowed(const HttpRequest& head, const std::string& allowed);  // 405

// Takes the same time wherever the first difference is.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace clew
