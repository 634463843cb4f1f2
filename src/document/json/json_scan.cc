#include "document/json/json_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kShownWord = 20;             // characters
constexpr size_t kMaxBytes = 4 * kShownWord;  // that so many characters take
constexpr size_t kSmallDigits = 18;           // fit 64 bits whatever they are
constexpr std::string_view kWordLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kNumberCharacters = "+-.0123456789Ee";
constexpr std::string_view kDelimiters = " \t\r\n\",:[]{}";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

constexpr uint64_t each_byte(uint64_t byte) { return byte * 0x0101010101010101; }

uint64_t eight_bytes(const char* at) {
  uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The high bit of every byte that is zero; bytes behind the first such one may have it too.
constexpr uint64_t zero_bytes(uint64_t word) {
  return (word - each_byte(1)) & ~word & each_byte(0x80);
}

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

// Passes over ASCII that stands for itself in a string, eight bytes at a time.
// A byte is plain when it is ASCII, no control character, no quote and no backslash. The tests are
// done on eight bytes in one word; a false alarm in a byte behind the first real one does not
// matter, because only the lowest is used. Other byte orders go byte by byte.
const char* skip_plain(const char* at, const char* end) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; end - at >= 8; at += 8) {
      const uint64_t word = eight_bytes(at);
      const uint64_t control = (word - each_byte(0x20)) & each_byte(0x80);
      const uint64_t other = control | (word & each_byte(0x80)) |
                             zero_bytes(word ^ each_byte('"')) | zero_bytes(word ^ each_byte('\\'));
      if (other != 0) return at + std::countr_zero(other) / 8;
    }
  }
  while (at < end && is_plain(*at)) ++at;
  return at;
}

// The names of the control characters, as people look them up.
std::string control_problem(unsigned char c) {
  static constexpr std::array<const char*, 32> kNames = {
      "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS",  "HT",  "LF",
      "VT",  "FF",  "CR",  "SO",  "SI",  "DLE", "DC1", "DC2", "DC3", "DC4", "NAK",
      "SYN", "ETB", "CAN", "EM",  "SUB", "ESC", "FS",  "GS",  "RS",  "US"};
  static constexpr std::string_view kShort = "btn?fr";  // from U+0008 on
  std::string message =
      fmt::format("invalid string: control character U+{0:04X} ({1}) must be escaped to \\u{0:04X}",
                  c, kNames[c]);
  const bool has_short = c >= 0x08 && c <= 0x0D && c != 0x0B;
  if (has_short) message += fmt::format(" or \\{}", kShort[c - 0x08]);
  return message;
}

// A code point as UTF-8.
void append_character(std::string& out, uint32_t point) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((point >> shift) & 0x3F)); };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += {static_cast<char>(0xC0 | point >> 6), tail(0)};
  } else if (point < 0x10000) {
    out += {static_cast<char>(0xE0 | point >> 12), tail(6), tail(0)};
  } else {
    out += {static_cast<char>(0xF0 | point >> 18), tail(12), tail(6), tail(0)};
  }
}

}  // namespace

void JsonScanner::skip_more_blanks() {
  while (true) {
    while (end_ - at_ >= 8 && eight_bytes(at_) == each_byte(' ')) at_ += 8;
    if (at_ == end_ || !is_blank(*at_)) return;
    ++at_;
  }
}

// A byte order mark may stand at the beginning.
bool JsonScanner::skip_mark() {
  static constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (peek() != kMark[0]) return true;
  for (const char byte : kMark) {
    if (peek() != byte) return refuse_here("invalid BOM; must be 0xEF 0xBB 0xBF if given");
    ++at_;
  }
  return true;
}

bool JsonScanner::skip_word(std::string_view word) {
  if (static_cast<size_t>(end_ - at_) < word.size() ||
      std::memcmp(at_, word.data(), word.size()) != 0) {
    return false;
  }
  at_ += word.size();
  return true;
}

bool JsonScanner::skip_digits(const char* problem) {
  if (!is_digit(peek())) return refuse_here(problem);
  while (at_ < end_ && is_digit(*at_)) ++at_;
  return true;
}

// The grammar of RFC 8259: no leading zeros, no "+", digits on both sides of the dot. Whole numbers
// of up to 18 digits come with their value; for others the caller reads the spelling, which is kept
// in any case.
bool JsonScanner::read_number(Number& number) {
  const char* const start = at_;
  const bool negative = *at_ == '-';
  if (negative) ++at_;
  const char* const digits = at_;
  if (peek() == '0') {
    ++at_;
  } else if (!skip_digits("invalid number; expected digit after '-'")) {
    return false;
  }
  const char* const whole_end = at_;
  if (peek() == '.') {
    ++at_;
    if (!skip_digits("invalid number; expected digit after '.'")) return false;
  }
  if (peek() == 'e' || peek() == 'E') {
    ++at_;
    const bool has_sign = peek() == '+' || peek() == '-';
    if (has_sign) ++at_;
    if (!skip_digits(has_sign ? "invalid number; expected digit after exponent sign"
                              : "invalid number; expected '+', '-', or digit after exponent")) {
      return false;
    }
  }
  number.spelling = {start, static_cast<size_t>(at_ - start)};
  number.small.reset();
  if (at_ != whole_end || static_cast<size_t>(at_ - digits) > kSmallDigits) return true;
  int64_t value = 0;
  for (const char* c = digits; c != at_; ++c) value = 10 * value + (*c - '0');
  number.small = negative ? -value : value;
  return true;
}

bool JsonScanner::skip_character() {
  const Utf8Piece piece = utf8_at({at_, static_cast<size_t>(end_ - at_)}, 0);
  at_ += piece.length;
  return piece.whole || refuse_here("invalid string: ill-formed UTF-8 byte");
}

// A string without escapes is a view into the text and costs no copy; `room` is used only when
// there is one.
bool JsonScanner::read_string(std::string_view& out, std::string& room) {
  const char* const start = ++at_;
  at_ = skip_plain(at_, end_);
  while (at_ != end_ && static_cast<unsigned char>(*at_) >= 0x80) {
    if (!skip_character()) return false;
    at_ = skip_plain(at_, end_);
  }
  out = {start, static_cast<size_t>(at_ - start)};
  if (at_ != end_ && *at_ == '"') {
    ++at_;
    return true;
  }
  room = out;
  if (!read_escaped(room)) return false;
  out = room;
  return true;
}

// The rest of a string, from where it is not plain any more.
bool JsonScanner::read_escaped(std::string& out) {
  while (true) {
    const char* const start = at_;
    at_ = skip_plain(at_, end_);
    const char next = peek();
    if (static_cast<unsigned char>(next) >= 0x80 && !skip_character()) return false;
    out.append(start, at_);
    if (static_cast<unsigned char>(next) >= 0x80) continue;
    if (at_ == end_) return refuse_here("invalid string: missing closing quote");
    if (next == '"') {
      ++at_;
      return true;
    }
    if (next != '\\') return refuse_here(control_problem(static_cast<unsigned char>(next)));
    ++at_;
    if (!read_escape(out)) return false;
  }
}

// Four hex digits of \uXXXX.
bool JsonScanner::read_code_unit(uint32_t& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = peek();
    uint32_t digit = 0;
    if (is_digit(c)) {
      digit = static_cast<uint32_t>(c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      digit = static_cast<uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      return refuse_here("invalid string: '\\u' must be followed by 4 hex digits");
    }
    unit = unit << 4 | digit;
  }
  return true;
}

// Behind the backslash.
bool JsonScanner::read_escape(std::string& out) {
  static constexpr std::string_view kLetter = "\"\\/bfnrt";
  static constexpr std::string_view kMeaning = "\"\\/\b\f\n\r\t";
  const char letter = peek();
  if (letter != 'u') {
    const size_t which = letter == '\0' ? std::string_view::npos : kLetter.find(letter);
    if (which == std::string_view::npos) {
      return refuse_here("invalid string: forbidden character after backslash");
    }
    out += kMeaning[which];
    ++at_;
    return true;
  }
  ++at_;
  uint32_t point = 0;
  if (!read_code_unit(point)) return false;
  // Where a refusal of a whole escape points: at its last byte.
  // A surrogate must be the first half of a pair; half a character is no text.
  if (point >= 0xDC00 && point <= 0xDFFF) {
    return refuse(offset() - 1,
                  "invalid string: surrogate U+DC00..U+DFFF must follow U+D800..U+DBFF");
  }
  if (point >= 0xD800 && point <= 0xDBFF) {
    static constexpr const char* kAlone =
        "invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF";
    for (const char wanted : {'\\', 'u'}) {
      if (peek() != wanted) return refuse_here(kAlone);
      ++at_;
    }
    uint32_t low = 0;
    if (!read_code_unit(low)) return false;
    if (low < 0xDC00 || low > 0xDFFF) return refuse(offset() - 1, kAlone);
    point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
  }
  append_character(out, point);
  return true;
}

bool JsonScanner::refuse(size_t offset, std::string message) {
  problem_ = {std::move(message), offset};
  return false;
}

// What stands here is a word of no meaning; the byte at `at` is where that shows.
bool JsonScanner::refuse_word(std::string_view expected, size_t at) {
  const size_t start = text().substr(0, at).find_last_not_of(kWordLetters) + 1;
  const std::string_view rest = text().substr(start, kMaxBytes);
  const std::string_view word =
      rest.substr(0, std::max<size_t>(1, rest.find_first_of(kDelimiters)));
  return refuse(start,
                fmt::format("expected {}, found {}", expected, cut(visible(word), kShownWord)));
}

// Called when something else was expected: says what stands there instead, and where. A token that
// is damaged itself is reported as that.
bool JsonScanner::refuse_next(std::string_view expected) {
  const auto found = [&](size_t at, std::string_view what) {
    return refuse(at, fmt::format("expected {}, found {}", expected, what));
  };
  // A number or word right behind another is seen as one with it.
  const auto joined = [&](size_t at, std::string_view characters) {
    return text().substr(0, at).find_last_not_of(characters) + 1;
  };
  const size_t start = offset();
  const char next = peek();
  if (at_end()) return found(start, "the end of the text");
  if (std::string_view("{}[]:,").find(next) != std::string_view::npos) {
    return found(start, fmt::format("'{}'", next));
  }
  if (next == '"') {
    std::string_view unused;
    std::string room;
    return read_string(unused, room) && found(start, "a string");
  }
  if (next == '-' || is_digit(next)) {
    Number unused;
    return read_number(unused) && found(joined(start, kNumberCharacters), "a number");
  }
  for (const std::string_view word : {"true", "false", "null"}) {
    if (word[0] != next) continue;
    if (skip_word(word)) return found(joined(start, kWordLetters), word);
    const std::string_view rest = text().substr(start);
    const auto differs = std::mismatch(rest.begin(), rest.end(), word.begin(), word.end()).first;
    const size_t at = start + static_cast<size_t>(differs - rest.begin());
    return at == text().size() ? found(at, "the end of the text") : refuse_word(expected, at);
  }
  return refuse_word(expected, start);
}

}  // namespace clew
