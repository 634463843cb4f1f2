#pragma once
// Kinds of characters, of ASCII alone and whatever the locale.

#include <algorithm>
#include <string_view>

namespace clew {

// Stands at the end of a text that was cut (base/text.h).
constexpr std::string_view kCutMark = "…";

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_word(char c) { return is_alphanumeric(c) || c == '_'; }
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
inline bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
// Bytes of UTF-8 too: contraseña.
inline bool is_name_sign(char c) {
  return is_word(c) || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

inline bool starts_with_any_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char wanted, char c) { return wanted == to_lower(c); });
}

}  // namespace clew
