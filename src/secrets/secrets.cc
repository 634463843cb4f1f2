// A scanner, not an oracle: shapes that issuers give their keys, and values that are named as
// secrets. What has the shape of an id, a hash or a path is left alone whatever it is called.

#include "secrets/secrets.h"

#include <algorithm>

#include "secrets/secret_shapes.h"

namespace clew {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<SecretFinding> scan() {
    for (size_t at = next_beginning(text_, 0); at < text_.size();) {
      const size_t end = find_at(at);
      at = next_beginning(text_, end > at ? end : at + 1);
    }
    return std::move(found_);
  }

 private:
  // The end of the secret that starts at `at`, or that is named there; 0 when there is none.
  size_t find_at(size_t at) {
    const char c = text_[at];
    if (c == '-' && text_.substr(at).starts_with("-----BEGIN ")) return private_key(at);
    if (c == '=' || c == ':') {
      const size_t end = c == ':' && text_.substr(at).starts_with("://") ? credentials(at) : 0;
      return end > 0 ? end : assigned(at);
    }
    if (!is_word(c) || (at > 0 && is_word(text_[at - 1]))) return 0;
    if (const IssuedKey key = issued_key_at(text_, at); key.length > 0) {
      return add(at, key.length, key.kind);
    }
    if (c == 'e') {
      if (const size_t length = json_web_token_at(text_, at); length > 0) {
        return add(at, length, "JSON web token");
      }
    }
    return c == 'b' || c == 'B' ? bearer(at) : 0;
  }

  size_t add(size_t start, size_t length, const char* kind) {
    found_.push_back({start, length, kind});
    return start + length;
  }

  size_t private_key(size_t at) {
    constexpr std::string_view kMark = "PRIVATE KEY";
    const size_t line = std::min(text_.find('\n', at), text_.size());
    if (text_.substr(at, std::min<size_t>(line - at, 80)).find(kMark) == std::string_view::npos) {
      return 0;
    }
    const size_t closing = text_.find("-----END ", at);
    if (closing == std::string_view::npos) return add(at, text_.size() - at, "private key");
    const size_t dashes = text_.find("-----", closing + 9);
    const size_t end = dashes == std::string_view::npos ? text_.size() : dashes + 5;
    return add(at, end - at, "private key");
  }

  // https://user:PASSWORD@host
  size_t credentials(size_t colon) {
    if (colon == 0 || !is_word(text_[colon - 1])) return 0;
    constexpr size_t kMost = 1024;
    const size_t start = colon + 3;
    size_t password = 0;
    size_t at_sign = 0;
    for (size_t i = start; i < text_.size() && i < start + kMost; ++i) {
      const char c = text_[i];
      if (c == '/' || c == '?' || c == '#' || c == '"' || c == '\'' || is_blank(c)) break;
      if (c == ':' && password == 0) password = i + 1;
      if (c == '@') at_sign = i;
    }
    if (password == 0 || at_sign <= password) return 0;
    const std::string_view value = text_.substr(password, at_sign - password);
    return is_placeholder(value) ? 0 : add(password, value.size(), "password in a URL");
  }

  size_t bearer(size_t at) {
    constexpr std::string_view kWord = "bearer ";
    if (!starts_with_any_case(text_.substr(at), kWord)) return 0;
    const size_t start = at + kWord.size();
    size_t end = start;
    bool digit = false;
    while (end < text_.size() && is_token_sign(text_[end])) digit = is_digit(text_[end++]) || digit;
    const std::string_view value = text_.substr(start, end - start);
    if (value.size() < 16 || !digit || is_harmless(value)) return 0;
    if (const IssuedKey key = issued_key_at(text_, start); key.length > 0) return 0;
    if (json_web_token_at(text_, start) > 0) return 0;  // found under its own name
    return add(start, value.size(), "bearer token");
  }

  // NAME=VALUE, NAME: VALUE, "NAME": "VALUE", where the name says that the value is secret
  size_t assigned(size_t sign) {
    size_t name_end = sign;
    while (name_end > 0 && is_blank(text_[name_end - 1]) && sign - name_end < 4) --name_end;
    const bool spaced = name_end < sign;
    if (name_end > 0 && is_quote(text_[name_end - 1])) --name_end;
    size_t name = name_end;
    while (name > 0 && name_end - name < 64 && is_name_sign(text_[name - 1])) --name;
    const char* kind = secret_name(text_.substr(name, name_end - name));
    if (kind == nullptr) return 0;

    size_t start = sign + 1;
    while (start < text_.size() && is_blank(text_[start]) && start - sign < 8) ++start;
    if (start >= text_.size()) return 0;
    const bool quoted = is_quote(text_[start]);
    if (quoted) ++start;
    const size_t end = value_end(start, quoted ? text_[start - 1] : '\0');
    const std::string_view value = text_.substr(start, end - start);
    const bool tight = text_[sign] == '=' && !spaced && start <= sign + 2;
    const bool likely = tight ? is_likely_value(value) : is_likely_value(value) && is_mixed(value);
    if (!likely) return 0;
    // A key of a known issuer, or a token, is found under its own name.
    if (issued_key_at(text_, start).length > 0 || json_web_token_at(text_, start) > 0) return 0;
    return add(start, value.size(), kind);
  }

  size_t value_end(size_t start, char quote) const {
    constexpr size_t kMost = 4096;
    size_t end = start;
    for (; end < text_.size() && end - start < kMost; ++end) {
      const char c = text_[end];
      if (quote != '\0' ? c == quote || c == '\n' : is_blank(c) || ends_value(c)) break;
    }
    while (quote == '\0' && end > start && (text_[end - 1] == '.' || text_[end - 1] == '?')) --end;
    return end;
  }

  std::string_view text_;
  std::vector<SecretFinding> found_;
};

}  // namespace

std::vector<SecretFinding> find_secrets(std::string_view text) { return Scanner(text).scan(); }

}  // namespace clew
