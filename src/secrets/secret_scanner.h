#pragma once
// One walk over a text that finds what looks like a secret: by its shape (secret_scanner.cc), or by
// the name, header or option it stands behind (scan_named.cc). No text is read more than a few
// times, however it is made.

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "secrets/private_keys.h"
#include "secrets/secret_shapes.h"
#include "secrets/secret_values.h"

namespace clew {

// A value behind a name: where it stands and how it was written.
struct WrittenValue {
  TextSpan span;
  char quote = '\0';
  bool is_tight = false;  // no blank between the name and the value
};

struct ScannedSecret {
  TextSpan span;
  const char* kind = "";
};

class SecretScanner {
 public:
  explicit SecretScanner(std::string_view text) : text_(text), shapes_(text) {}
  std::vector<ScannedSecret> scan();

 private:
  static constexpr auto kNowhere = std::string_view::npos;
  static constexpr const char* kPrivateKey = "private key";

  // The end of the secret that starts at the place, or that is named there; 0: there is none.
  size_t find_at(ScanLocation location);

  std::string_view rest(size_t at) const { return text_.substr(std::min(at, text_.size())); }
  std::string_view part(TextSpan span) const { return text_.substr(span.start, span.size()); }
  char sign_at(size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  size_t add(TextSpan span, const char* kind);
  size_t word(size_t at);

  // TEAM.atlasv1.…
  size_t team_of_token(size_t at) const;

  // Keys that only their length and a part in the middle give away.
  size_t long_run(TextSpan run);
  size_t azure_secret(size_t tilde);
  size_t telegram_token(size_t colon);

  // -----BEGIN … PRIVATE KEY-----, -----END …, --option VALUE, -pVALUE
  size_t dashes(size_t at);

  // https://user:PASSWORD@host, https://TOKEN@host
  size_t credentials(size_t colon);
  bool is_number(TextSpan span) const;
  size_t token_in_url(TextSpan user);
  size_t bearer(size_t at);
  TextSpan token_from(size_t start) const;

  // A key of a known issuer is found under its own name.
  bool is_found_by_shape(size_t at);

  // Where the name before a sign ends: quotes, brackets and a few blanks stand between.
  size_t end_of_name(size_t end) const;
  TextSpan name_up_to(size_t end) const;

  TextSpan name_before(size_t sign) const { return name_up_to(end_of_name(sign)); }

  // "API key": two words of prose are one name.
  NamedSecret says_of(TextSpan name) const;

  // A name that says so by itself, also where no URL and no header goes on.
  NamedSecret says_alone(std::string_view name) const;

  // NAME=VALUE, NAME: VALUE, "NAME": "VALUE", NAME := VALUE, where the name says that the value is
  // secret
  size_t assigned(size_t sign, size_t length);

  // The name stands further away, or other words follow the one that counts.
  NamedSecret says_around(TextSpan name) const;

  // key="ApiKey" value="…", {"name": "api_token", "value": "…"}, variable "x" { default = "…" }
  NamedSecret says_beside(size_t at) const;

  // const SECRET: &str = "…", api_key: str = "…"
  NamedSecret says_before_type(size_t at) const;
  std::optional<WrittenValue> value_from(size_t from, TextSpan name, bool is_spaced);

  // NAME=VALUE alone on its line: all of it is the value.
  bool is_env_line(TextSpan name) const;
  size_t judge(const WrittenValue& value, NamedSecret says);

  // Where a value ends does not depend on where it began: what was found once holds for all that
  // begin before it, and no text is read more than a few times.
  size_t value_end(size_t start, char quote, bool is_env);
  size_t end_from(size_t start, char quote, bool is_env) const;

  // Authorization: SCHEME CREDENTIALS
  size_t header(size_t from, NamedSecret says);

  // Cookie: NAME=VALUE; NAME=VALUE
  size_t cookies(size_t from, NamedSecret says);

  // "the password is SECRET"
  size_t reported_in_prose(size_t is);

  // "password SECRET" in a .netrc, SQL, a Dockerfile
  size_t behind_word(size_t at, const SecretWord& word);

  // The next word, or what is in quotes.
  size_t judge_next(size_t from, NamedSecret says, Writing writing);

  // <password>SECRET</password>
  size_t element(size_t close);

  // define('DB_PASSWORD', 'SECRET')
  size_t argument(size_t comma);

  // --password SECRET, -p SECRET, -pSECRET
  size_t option(size_t at);
  size_t short_option(size_t at, std::string_view word);

  // The secret in the word from `from` on; behind `mark`, if there is one.
  size_t next_word(size_t from, char mark, NamedSecret says);

  std::string_view text_;
  ShapeMatcher shapes_;
  std::vector<ScannedSecret> found_;
  size_t found_end_ = 0;
  size_t secret_word_ = 0;  // behind the first letter of the last one; 0: there was none
  size_t cookies_end_ = 0;
  std::array<TextSpan, 5> ends_{
      TextSpan{1, 0},
      TextSpan{1, 0},
      TextSpan{1, 0},
      TextSpan{1, 0},
      TextSpan{1, 0}
  };
};

}  // namespace clew
