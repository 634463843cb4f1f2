#pragma once
// The shapes of secrets: what keys and tokens of known issuers look like, which names announce a
// secret value, and what looks like one and is none (hashes, ids, paths, placeholders). Pure
// predicates; secrets.h is the scanner that uses them.

#include <cstddef>
#include <string_view>

namespace clew {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
inline bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
inline bool is_name_sign(char c) { return is_word(c) || c == '-' || c == '.'; }
inline bool is_base64url(char c) { return is_word(c) || c == '-'; }
inline bool is_token_sign(char c) {
  return is_word(c) || c == '-' || c == '.' || c == '~' || c == '+' || c == '/' || c == '=';
}
// Where a value without quotes is over.
inline bool ends_value(char c) {
  return is_quote(c) || c == ',' || c == ';' || c == '&' || c == ')' || c == ']' || c == '}' ||
         c == '<' || c == '>' || c == '|';
}

// The first character from `at` on that a secret, or the sign behind its name, can begin with; not
// in the middle of a word.
size_t next_beginning(std::string_view text, size_t at);

bool starts_with_any_case(std::string_view text, std::string_view lower);

// A key in the shape its issuer gives it. Length 0: there is none at `at`.
struct IssuedKey {
  size_t length = 0;
  const char* kind = "";
};
IssuedKey issued_key_at(std::string_view text, size_t at);

// The length of header.payload.signature; 0 when there is none.
size_t json_web_token_at(std::string_view text, size_t at);

// "password", "token", … when a value of this name is secret: DB_PASSWORD, client-secret, apiKey.
// Null otherwise.
const char* secret_name(std::string_view name);

// Git hashes, SHA-256 digests, UUIDs and paths.
bool is_harmless(std::string_view value);
// $TOKEN, ${TOKEN}, <token>, {{token}}, ****, [redacted: …], xxxxxxxx
bool is_placeholder(std::string_view value);
// 8 characters or more that are neither harmless, nor a placeholder, nor a piece of code.
bool is_likely_value(std::string_view value);
// Not only a word or words: prose after "password:" is no password.
bool is_mixed(std::string_view value);

}  // namespace clew
