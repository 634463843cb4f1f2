#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace clew {
namespace {

constexpr uint32_t kInvalid = 0xFFFFFFFF;

// The code point at `at`, which moves past it; kInvalid (and one byte further) for bad UTF-8.
uint32_t next_character(std::string_view text, size_t& at) {
  if (const auto first = static_cast<unsigned char>(text[at]); first < 0x80) {
    ++at;
    return first;
  }
  const Utf8Piece piece = utf8_at(text, at);
  if (!piece.whole) {
    ++at;
    return kInvalid;
  }
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  uint32_t point = byte(0) & (0x7Fu >> piece.length);
  for (size_t i = 1; i < piece.length; ++i) point = point << 6 | (byte(i) & 0x3Fu);
  at += piece.length;
  return point;
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Most text is nothing but printable ASCII, and stays as it is.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// Eight bytes at a time.
bool is_ascii(std::string_view text) {
  uint64_t high = 0;
  size_t at = 0;
  for (; at + sizeof high <= text.size(); at += sizeof high) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    high |= bytes;
  }
  for (; at < text.size(); ++at) high |= static_cast<unsigned char>(text[at]);
  return (high & 0x8080808080808080U) == 0;
}

bool is_blank(uint32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool is_control(uint32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

// Takes no room on a screen, or changes the order of what does: bidi marks, zero-width characters,
// fillers, variation selectors, tags.
bool is_invisible(uint32_t c) {
  struct Range {
    uint32_t first;
    uint32_t last;
  };
  static constexpr Range kRanges[] = {
      {0xAD,    0xAD   }, // soft hyphen
      {0x34F,   0x34F  }, // combining grapheme joiner
      {0x61C,   0x61C  },
      {0x115F,  0x1160 }, // Hangul fillers
      {0x17B4,  0x17B5 },
      {0x180B,  0x180F },
      {0x200B,  0x200F },
      {0x2028,  0x202E },
      {0x2060,  0x206F },
      {0x3164,  0x3164 },
      {0xFE00,  0xFE0F },
      {0xFEFF,  0xFEFF },
      {0xFFA0,  0xFFA0 },
      {0xFFF0,  0xFFFB },
      {0x1BCA0, 0x1BCA3},
      {0x1D173, 0x1D17A},
      {0xE0000, 0xE0FFF},
  };
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const Range& range) { return range.first <= c && c <= range.last; });
}

constexpr uint32_t kNoJoiner = 0x200C;
constexpr uint32_t kJoiner = 0x200D;
constexpr uint32_t kAsText = 0xFE0E;
constexpr uint32_t kAsEmoji = 0xFE0F;
constexpr uint32_t kKeycap = 0x20E3;

// Where writing needs an invisible character: joiners within emoji and in scripts that join their
// letters, and which of two shapes the symbol before is drawn in.
bool belongs_between(uint32_t before, uint32_t c, uint32_t after) {
  constexpr uint32_t kJoinedScripts = 0x600;
  const bool follows = before >= kJoinedScripts && before != kInvalid;
  if (c == kJoiner || c == kNoJoiner) {
    return follows && (!is_invisible(before) || before == kAsEmoji) && after >= kJoinedScripts &&
           after != kInvalid && !is_invisible(after);
  }
  if (c != kAsText && c != kAsEmoji) return false;
  return after == kKeycap || (before >= 0xA9 && before != kInvalid && !is_invisible(before));
}

// As \x1b, \u202e or, beyond U+FFFF, two of them as in JSON: text that is JSON stays it.
std::string escaped(uint32_t c) {
  if (c < 0x20) return fmt::format("\\x{:02x}", c);
  if (c <= 0xFFFF) return fmt::format("\\u{:04x}", c);
  const uint32_t rest = c - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

bool is_combining(uint32_t c) {
  return (c >= 0x300 && c <= 0x36F) || c == 0x200B || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F);
}

bool is_wide(uint32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
         (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

}  // namespace

Utf8Piece utf8_at(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {1, true};
  if (first < 0xC2 || first > 0xF4) return {};
  const size_t wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  // The second byte also keeps out what is too long, a surrogate, or beyond U+10FFFF.
  unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (size_t length = 1; length < wanted; ++length) {
    if (at + length == text.size()) return {length, false};
    const unsigned char next = byte(at + length);
    if (next < least || next > most) return {length, false};
    least = 0x80;
    most = 0xBF;
  }
  return {wanted, true};
}

bool is_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (next_character(text, at) == kInvalid) return false;
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const bool valid = next_character(text, at) != kInvalid;
    out += valid ? text.substr(start, at - start) : std::string_view("\xEF\xBF\xBD");
  }
  return out;
}

size_t count_characters(std::string_view text) {
  if (is_ascii(text)) return text.size();
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) next_character(text, at);
  return count;
}

size_t count_columns(std::string_view text) {
  if (is_plain(text)) return text.size();
  size_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = next_character(text, at);
    if (!is_combining(c)) count += is_wide(c) ? 2 : 1;
  }
  return count;
}

std::string visible(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  uint32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = next_character(text, at);
    const auto is_out_of_location = [&] {
      size_t peek = at;
      const uint32_t after = at < text.size() ? next_character(text, peek) : 0;
      return !belongs_between(before, c, after);
    };
    if (c == kInvalid) {
      out += kReplacement;
    } else if (c != '\n' && c != '\t' &&
               (is_control(c) || (is_invisible(c) && is_out_of_location()))) {
      out += escaped(c);
    } else {
      out += text.substr(start, at - start);
    }
    before = c;
  }
  return out;
}

std::string one_line(std::string_view text) {
  const bool is_one = is_plain(text) && !text.starts_with(' ') && !text.ends_with(' ') &&
                      text.find("  ") == std::string_view::npos;
  if (is_one) return std::string(text);
  std::string out;
  bool blank = false;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = next_character(text, at);
    if (is_blank(c)) {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    out += c == kInvalid ? kReplacement : text.substr(start, at - start);
  }
  return out;
}

std::string cut(std::string_view text, size_t most) {
  if (text.size() <= most && is_plain(text)) return std::string(text);
  const bool fits = count_characters(text) <= most;
  if (!fits && most == 0) return {};
  const size_t kept = fits ? most : most - 1;
  size_t end = 0;
  bool valid = true;
  for (size_t count = 0; count < kept && end < text.size(); ++count) {
    valid = next_character(text, end) != kInvalid && valid;
  }
  text = text.substr(0, end);
  std::string out = valid ? std::string(text) : to_utf8(text);
  if (!fits) out += "…";
  return out;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace clew
