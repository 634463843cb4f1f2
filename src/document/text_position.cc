#include "document/text_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kMarkerLength = 7;

bool is_conflict_marker(std::string_view line) {
  const size_t length = std::min(line.find_first_not_of(line.substr(0, 1)), line.size());
  if (length != kMarkerLength || (line[0] != '<' && line[0] != '>')) return false;
  return line.size() == length || line[length] == ' ' || line[length] == '\r';
}

}  // namespace

TextPosition position_at(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const size_t newline = before.rfind('\n');
  const std::string_view line =
      newline == std::string_view::npos ? without_mark(before) : before.substr(newline + 1);
  return {.line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n')),
          .column = 1 + count_characters(line)};
}

Error refuse_at(TextPosition position, std::string_view problem) {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("line {}, column {}: {}", position.line, position.column, problem));
}

std::optional<TextPosition> take_position(std::string& message) {
  const auto number_after = [&](std::string_view words, size_t& at) -> std::optional<size_t> {
    if (message.compare(at, words.size(), words) != 0) return std::nullopt;
    const char* first = message.data() + at + words.size();
    size_t number = 0;
    const auto [end, error] = std::from_chars(first, message.data() + message.size(), number);
    if (error != std::errc()) return std::nullopt;
    at = static_cast<size_t>(end - message.data());
    return number;
  };
  size_t at = 0;
  const auto line = number_after("line ", at);
  const auto column = line ? number_after(", column ", at) : std::nullopt;
  if (!column || message.compare(at, 2, ": ") != 0) return std::nullopt;
  message.erase(0, at + 2);
  return TextPosition{*line, *column};
}

std::optional<Error> find_conflict(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (is_conflict_marker(line)) {
      return refuse_at(position_at(text, at), fmt::format("a merge conflict is not resolved ({})",
                                                          line.substr(0, kMarkerLength)));
    }
    at = end + 1;
  }
  return std::nullopt;
}

std::string_view without_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

}  // namespace clew
