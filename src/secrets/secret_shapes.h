#pragma once
// Looks up the table of shapes (secret_table.h): which key of a known issuer stands at a place,
// and whether a name announces a secret value. Pure; secret_scanner.h uses it.

#include <array>
#include <cstddef>
#include <string_view>

#include "secrets/secret_table.h"
#include "secrets/signs.h"

namespace clew {

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
  bool is_cut_at(size_t at) const;

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
struct ScanLocation {
  size_t at = 0;
  size_t word = 0;
};
ScanLocation next_location(std::string_view text, ScanLocation from);
// A run of letters and digits that may be a key of its own for its length.
constexpr size_t kLongRun = 76;
constexpr size_t kHexRun = 32;

}  // namespace clew
