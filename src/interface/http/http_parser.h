#pragma once
// Reads one HTTP request out of the bytes of a connection: Boost.Beast's parser, fed by hand, so
// that reading stays with the connection and its deadlines.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "interface/http/http_guard.h"

namespace clew {

class HttpParser {
 public:
  enum class State { kNeedsMore, kDone, kMalformed };

  explicit HttpParser(size_t header_bytes);
  ~HttpParser();
  HttpParser(const HttpParser&) = delete;
  HttpParser& operator=(const HttpParser&) = delete;

  // Each takes out of `bytes` what it has read. A body that turns out longer than `most` is
  // malformed.
  State read_header(std::string& bytes);
  State read_body(std::string& bytes, size_t most);

  // When the header is there.
  HttpRequest head() const;
  unsigned version() const;  // 10 or 11
  bool keep_alive() const;
  bool expects_continue() const;
  std::optional<uint64_t> content_length() const;
  bool is_done() const;  // no body, or all of it
  std::string take_body();

  // When it is malformed.
  HttpReply refusal(const HttpPolicy& policy) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace clew
