#pragma once
// Looks up the table of shapes (secret_table.h): which key of a known issuer stands at a place,
// and whether a name announces a secret value. Pure; find_secrets.h is the scanner that uses it.

#include <array>
#include <cstddef>
#include <string_view>

#include "secrets/secret_table.h"

namespace clew {

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

bool starts_with_any_case(std::string_view text, std::string_view lower);

// A key in the shape its issuer gives it. Length 0: there is none.
struct IssuedKey {
  size_t length = 0;
  const char* kind = "";
};

// Compares places of one text with patterns. It remembers where runs end, so that a text that
// consists of beginnings is not read again from each of them.
class ShapeMatcher {
 public:
  explicit ShapeMatcher(std::string_view text) : text_(text) {}

  IssuedKey issued_key_at(size_t at);
  // header.payload.signature
  IssuedKey json_web_token_at(size_t at);
  // The length of what follows the pattern at `at`; 0: it does not.
  size_t match(size_t at, const char* pattern);

 private:
  struct Run {
    size_t start = 1;
    size_t end = 0;
  };
  size_t run_end(size_t at, char run);

  std::string_view text_;
  std::array<Run, 10> runs_;  // the last of each kind
};

// What the name of a value says: DB_PASSWORD, client-secret, apiKey. No kind: nothing.
struct NamedSecret {
  const char* kind = nullptr;
  NameTrust trust = NameTrust::kNever;
};
NamedSecret secret_name(std::string_view name);
// False: no name of the table ends as the text does before `end`.
bool may_end_secret_name(std::string_view text, size_t end);
// Names that say nothing themselves: the name of the value stands beside them (key="ApiKey"
// value="…") or before the type (SECRET: &str = "…").
inline constexpr std::string_view kNamesNearby[] = {"value",  "Value",  "default",      "str",
                                                    "string", "String", "Private-Lines"};
// API_KEY_PROD: a secret word that others follow. Holds for values that look random.
NamedSecret secret_word_in(std::string_view name);
// Such a word begins at `at`.
bool begins_secret_word(std::string_view text, size_t at);

// A word of the table that stands at `at`, any case, with a blank behind it. Length 0: none.
struct SecretWord {
  size_t length = 0;
  NamedSecret says;
};
SecretWord secret_word_at(std::string_view text, size_t at);

// The option of a command that takes a secret. `option` is "-p"; `before` is the line up to it.
struct SecretOption {
  enum class Value { kNone, kNext, kAttached, kAfterColon, kAfterPercent };
  Value value = Value::kNone;
  const char* kind = "";
};
SecretOption secret_option(std::string_view before, std::string_view option);

// Where the scanner looks next: the first place from `from` on at which a secret may begin, or
// whose sign may stand behind the name of one. `word` is the start of the letters and digits that
// go on, or end, at `at`; `at` itself when there are none.
struct ScanPlace {
  size_t at = 0;
  size_t word = 0;
};
ScanPlace next_place(std::string_view text, ScanPlace from);
// A run of letters and digits that may be a key of its own for its length.
constexpr size_t kLongRun = 76;
constexpr size_t kHexRun = 32;

}  // namespace clew
