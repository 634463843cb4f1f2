#include "interface/mcp/lines.h"

#include <utility>

namespace clew {

std::optional<McpLine> McpLineReader::next(Input input) {
  for (size_t end = 0; (end = buffer_.find('\n', looked_)) != std::string::npos;) {
    McpLine line = cut(end - start_);
    start_ = looked_ = end + 1;
    if (!std::exchange(skipping_, false)) return line;
  }
  looked_ = buffer_.size();
  // What was taken is dropped only when a line is incomplete: once per read, not once per line.
  buffer_.erase(0, start_);
  looked_ -= start_;
  start_ = 0;
  const bool ended = input == Input::kEnded;
  if (skipping_ || buffer_.size() > most_bytes_ + 1) {  // one more for a CR
    const bool told = std::exchange(skipping_, !ended);
    buffer_.clear();
    looked_ = 0;
    return told ? std::nullopt : std::optional<McpLine>({McpLine::Kind::kTooLong, {}});
  }
  if (!ended || buffer_.empty()) return std::nullopt;
  McpLine line = cut(buffer_.size());
  buffer_.clear();
  looked_ = 0;
  return line;
}

McpLine McpLineReader::cut(size_t length) {
  if (length > 0 && buffer_[start_ + length - 1] == '\r') --length;
  if (length > most_bytes_) return {McpLine::Kind::kTooLong, {}};
  return {McpLine::Kind::kText, buffer_.substr(start_, length)};
}

}  // namespace clew
