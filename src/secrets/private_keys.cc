#include "secrets/private_keys.h"

#include <algorithm>

#include "secrets/signs.h"

namespace clew {
namespace {

constexpr auto kNotThere = std::string_view::npos;

bool is_base64(char c) { return is_alphanumeric(c) || c == '+' || c == '/' || c == '='; }
char sign_at(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }
bool is_break_at(std::string_view text, size_t at) {  // written as \n or \r
  return sign_at(text, at) == '\\' &&
         (sign_at(text, at + 1) == 'n' || sign_at(text, at + 1) == 'r');
}

// The end of the line "-----BEGIN … PRIVATE KEY-----", or the same of OpenVPN's static keys, at
// `at`; 0 when it is another.
size_t key_line_end(std::string_view text, size_t at) {
  constexpr size_t kMaxLine = 80;
  const std::string_view line = text.substr(at, kMaxLine);
  const size_t mark = std::min(line.find("PRIVATE KEY"), line.find("Static key"));
  const size_t end_of_line = line.find('\n');
  if (mark == kNotThere || mark > end_of_line) return 0;
  const size_t end = line.find("----", mark);
  return at + (end == kNotThere ? std::min(end_of_line, line.size())
                                : std::min(line.find_first_not_of('-', end), line.size()));
}

// Key material or its headers, or nothing more. A program that looks for such a line goes on
// with code.
bool is_key_behind(std::string_view text, size_t at) {
  constexpr size_t kMaxBetween = 64;
  size_t i = at;
  while (i < text.size() && i - at < kMaxBetween) {
    const char c = text[i];
    if (is_break_at(text, i)) {
      i += 2;
    } else if (is_blank(c) || is_quote(c) || c == '\\' || c == '+' || c == ',' || c == '>' ||
               c == '|' || c == '#' || c == '*') {
      ++i;
    } else {
      break;
    }
  }
  if (i >= text.size()) return true;
  size_t end = i;
  bool is_mixed = false;
  while (end < text.size() && is_base64(text[end]) && end - i < 100) {
    is_mixed = is_mixed || !is_lower(text[end]);
    ++end;
  }
  const bool is_header = sign_at(text, end) == ':' || sign_at(text, end) == '-';
  const std::string_view behind = text.substr(i);
  return end - i >= 16 || (end - i >= 4 && (is_mixed || is_header)) || behind.starts_with("[…") ||
         behind.starts_with("...");
}

// The end of the lines of base64, of at least `least` characters each, from `at` on.
size_t end_of_lines(std::string_view text, size_t at, size_t least) {
  size_t end = at;
  while (end < text.size()) {
    size_t line = is_break_at(text, end) ? end + 2 : end;
    while (line < text.size() && is_blank(text[line])) ++line;
    size_t run = line;
    while (run < text.size() && is_base64(text[run])) ++run;
    if (run - line < least || sign_at(text, run) == '-' || sign_at(text, run) == ':') break;
    end = run;
  }
  return end;
}

}  // namespace

TextSpan private_key_from(std::string_view text, size_t at) {
  const size_t line_end = key_line_end(text, at);
  if (line_end == 0 || !is_key_behind(text, line_end)) return {};
  const size_t closing =
      std::min(text.find("-----END ", line_end), text.find("---- END ", line_end));
  if (closing == kNotThere) return {at, text.size()};
  const size_t dashes = text.find("----", closing + 9);
  if (dashes == kNotThere) return {at, text.size()};
  return {at, std::min(text.find_first_not_of('-', dashes), text.size())};
}

TextSpan private_key_up_to(std::string_view text, size_t at, size_t from) {
  const size_t line_end = key_line_end(text, at);
  if (line_end == 0) return {};
  size_t start = at;
  while (start > from) {
    size_t end = start;
    while (end > from && is_blank(text[end - 1])) --end;
    if (end > from + 1 && text[end - 1] == 'n' && text[end - 2] == '\\') end -= 2;
    size_t line = end;
    while (line > from && is_base64(text[line - 1])) --line;
    if (end - line < 4) break;
    // A literal line break belongs to no line.
    if (line > 0 && text[line - 1] == '\\' && text[line] == 'n') ++line;
    start = line;
  }
  return start == at ? TextSpan{} : TextSpan{start, line_end};
}

TextSpan putty_key(std::string_view text, size_t colon) {
  size_t at = colon + 1;
  while (sign_at(text, at) == ' ' || sign_at(text, at) == '\t' || is_digit(sign_at(text, at))) ++at;
  return {at, end_of_lines(text, at, 8)};
}

size_t end_of_key_lines(std::string_view text, size_t at) { return end_of_lines(text, at, 4); }

}  // namespace clew
