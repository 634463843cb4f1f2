#pragma once
// Cuts a stream of bytes into lines, for the transport over stdin and stdout. A line ends in LF or
// CRLF; one that grows over the limit is passed over without being kept, and reported when it has
// ended, with the id of its request where that can be told.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "document/json/lenient_json.h"

namespace clew {

struct McpLine {
  enum class Kind { kText, kTooLong };
  Kind kind = Kind::kText;
  std::string text;  // without its end; empty when too long
  Value id = {};     // of the request that was too long, when it is known
};

class McpLineReader {
 public:
  explicit McpLineReader(size_t most_bytes) : most_bytes_(most_bytes) {}

  // Where the transport appends what it has read.
  std::string& buffer() { return buffer_; }
  // The next whole line. At the end of input, what is left counts as one.
  enum class Input { kGoesOn, kEnded };
  std::optional<McpLine> next(Input input);

 private:
  McpLine cut(size_t length);
  McpLine end_too_long();

  size_t most_bytes_;
  std::string buffer_;
  size_t start_ = 0;                       // of the current line
  size_t looked_ = 0;                      // no line break from start_ up to here
  std::optional<UnreadMessage> too_long_;  // the line that is being passed over
};

}  // namespace clew
