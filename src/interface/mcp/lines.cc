#include "interface/mcp/lines.h"

namespace clew {

std::optional<McpLine> McpLineReader::next(Input input) {
  if (const size_t end = buffer_.find('\n', looked_); end != std::string::npos) {
    McpLine line = cut(end - start_);
    start_ = looked_ = end + 1;
    return line;
  }
  // What was taken is dropped only when a line is incomplete: once per read, not once per line.
  buffer_.erase(0, start_);
  start_ = 0;
  looked_ = buffer_.size();
  const bool ended = input == Input::kEnded;
  if (too_long_ || buffer_.size() > most_bytes_ + 1) {  // one more for a CR
    if (!too_long_) too_long_.emplace();
    too_long_->read(buffer_);
    buffer_.clear();
    looked_ = 0;
    return ended ? std::optional(end_too_long()) : std::nullopt;
  }
  if (!ended || buffer_.empty()) return std::nullopt;
  McpLine line = cut(buffer_.size());
  buffer_.clear();
  looked_ = 0;
  return line;
}

McpLine McpLineReader::cut(size_t length) {
  std::string_view bytes = std::string_view(buffer_).substr(start_, length);
  if (!too_long_ && bytes.ends_with('\r')) bytes.remove_suffix(1);
  if (!too_long_ && bytes.size() <= most_bytes_) return {McpLine::Kind::kText, std::string(bytes)};
  if (!too_long_) too_long_.emplace();
  too_long_->read(bytes);
  return end_too_long();
}

McpLine McpLineReader::end_too_long() {
  McpLine line{McpLine::Kind::kTooLong, {}, too_long_->id()};
  too_long_.reset();
  return line;
}

}  // namespace clew
