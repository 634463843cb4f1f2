#include "document/json/json_lines.h"

#include <fmt/format.h>

#include <utility>

#include "document/json/json.h"

namespace clew {

void LineReader::add(BytesView piece) {
  buffer_.erase(0, start_);
  dropped_ += start_;
  searched_ -= start_;
  start_ = 0;
  buffer_ += piece;
}

Result<std::optional<JsonLine>> LineReader::next() {
  const size_t newline = buffer_.find('\n', searched_);
  if (newline == std::string::npos) return next_without_end();

  searched_ = newline + 1;
  const size_t start = std::exchange(start_, searched_);
  if (std::exchange(skipping_, false)) return next();

  ++number_;
  std::string_view text = std::string_view(buffer_).substr(start, newline - start);
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() > limit_) return refuse();
  return std::optional(JsonLine{text, number_, dropped_ + start, LineEnd::kPresent});
}

Result<std::optional<JsonLine>> LineReader::next_without_end() {
  const std::string_view rest = std::string_view(buffer_).substr(start_);
  // A carriage return may be the first half of a line end.
  const size_t allowed = !finished_ && rest.ends_with('\r') ? limit_ + 1 : limit_;
  searched_ = buffer_.size();
  if (skipping_ || rest.size() > allowed) {
    start_ = searched_;
    if (std::exchange(skipping_, true)) return std::optional<JsonLine>();
    ++number_;
    return refuse();
  }
  if (!finished_ || rest.empty()) return std::optional<JsonLine>();

  ++number_;
  const size_t start = std::exchange(start_, searched_);
  return std::optional(JsonLine{rest, number_, dropped_ + start, LineEnd::kMissing});
}

Error LineReader::refuse() const {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("line {}: longer than the limit of {} bytes", number_, limit_));
}

Result<Value> parse_json_line(const JsonLine& line, const Limits& limits) {
  Result<Value> value = parse_json(line.text, limits);
  if (value) return value;
  constexpr std::string_view kOnlyLine = "line 1, ";
  Error error = value.error();
  if (error.message.starts_with(kOnlyLine)) {
    error.message.replace(0, kOnlyLine.size(), fmt::format("line {}, ", line.number));
  } else {
    error.message = fmt::format("line {}: {}", line.number, error.message);
  }
  return error;
}

}  // namespace clew
