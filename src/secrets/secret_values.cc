#include "secrets/secret_values.h"

#include <algorithm>
#include <array>
#include <string>

#include "secrets/signs.h"

namespace clew {
namespace {

// More of a value says nothing new.
constexpr size_t kMaxJudged = 256;

// What a value is made of.
struct Look {
  size_t digits = 0;
  size_t lowers = 0;
  size_t uppers = 0;
  size_t spaces = 0;
  size_t joints = 0;   // - _ .
  size_t signs = 0;    // that passwords and base64 have, and words have not
  size_t others = 0;   // anything else
  size_t turns = 0;    // from one kind of letter or digit to another; "Ab" is one word
  bool is_hex = true;  // letters and digits only of base 16

  size_t letters() const { return lowers + uppers; }
  size_t body() const { return letters() + digits; }
};

Look look_at(std::string_view value) {
  Look look;
  enum class Kind { kNone, kDigit, kLower, kUpper };
  Kind last = Kind::kNone;
  for (const char c : value.substr(0, kMaxJudged)) {
    Kind kind = Kind::kNone;
    if (is_digit(c)) {
      kind = Kind::kDigit;
      ++look.digits;
    } else if (is_lower(c)) {
      kind = Kind::kLower;
      ++look.lowers;
    } else if (is_upper(c)) {
      kind = Kind::kUpper;
      ++look.uppers;
    } else if (c == ' ' || c == '\t') {
      ++look.spaces;
    } else if (c == '-' || c == '_' || c == '.') {
      ++look.joints;
    } else if (std::string_view("!@#$%^&*+/=~?").find(c) != std::string_view::npos) {
      ++look.signs;
    } else {
      ++look.others;
    }
    if (kind != Kind::kNone && !is_hex(c)) look.is_hex = false;
    const bool begins_word = last == Kind::kUpper && kind == Kind::kLower;
    if (last != Kind::kNone && kind != Kind::kNone && last != kind && !begins_word) ++look.turns;
    last = kind;
  }
  return look;
}

bool is_random(const Look& look) {
  if (look.spaces > 0) return false;
  const size_t body = look.body();
  if (look.is_hex) return body >= 16 && look.digits >= 2 && look.letters() >= 2;
  // Without a digit it may be aNameOfManyWords.
  const size_t enough = look.digits > 0 ? body / 8 : body / 4;
  return body >= 8 && look.turns >= std::max<size_t>(3, enough);
}

bool is_uuid(std::string_view value) {
  if (value.size() != 36) return false;
  for (size_t i = 0; i < value.size(); ++i) {
    const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_dash ? value[i] != '-' : !is_hex(value[i])) return false;
  }
  return true;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

bool is_path(std::string_view value) {
  const bool is_rooted = value.starts_with('/') || value.starts_with("./") ||
                         value.starts_with("../") || value.starts_with("~/");
  if (!is_rooted) return false;
  for (size_t at = 0; at < value.size();) {
    const size_t end = std::min(value.find('/', at), value.size());
    const Look part = look_at(value.substr(at, end - at));
    if (part.body() >= 12 && part.turns >= 4) return false;
    at = end + 1;
  }
  return true;
}

// Where to find it, how it was hashed, a name in a program.
bool is_reference(std::string_view value) {
  static constexpr std::string_view kPrefixes[] = {
      "sha1-",   "sha1:", "sha256:", "sha256-", "sha384-", "sha512-",
      "sha512:", "md5:",  "arn:",    "vault:",  "ref+",    "kms:",
      "ssm:",    "env:",  "file:",   "op:",     "secret/", "SHA256:"};
  const bool is_prefixed =
      std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                  [&](std::string_view prefix) { return value.starts_with(prefix); });
  if (is_prefixed || is_path(value)) return true;
  static constexpr std::string_view kCode[] = {"://",     "::", "->", "process.env",
                                               "environ", "${", "{{", "$("};
  if (std::any_of(std::begin(kCode), std::end(kCode), [&](std::string_view code) {
        return value.find(code) != std::string_view::npos;
      })) {
    return true;
  }
  // user.password_2, keys/server2.pem: a dot or a slash between words.
  const Look look = look_at(value);
  const bool joined = value.find_first_of("./") != std::string_view::npos;
  return joined && look.turns < 3 && look.others == 0 &&
         value.find_first_of("!@#$%^&*+=~?") == std::string_view::npos;
}

// 0x00000040UL
bool is_constant(std::string_view value) {
  return value.starts_with("0x") && value.size() <= 2 + 16 + 3;
}

// A call, an element of an array, a piece of code.
bool is_code(std::string_view value) {
  return value.find_first_of("([{<\"'`\\") != std::string_view::npos;
}

// Words chosen for a wallet or a disk: small letters, and a digit that prose has seldom.
bool is_word_list(std::string_view value, const Look& look) {
  return look.spaces >= 3 && look.digits > 0 && look.digits <= 4 && look.lowers >= 12 &&
         look.lowers + look.digits + look.spaces == std::min(value.size(), kMaxJudged);
}

bool is_chosen_password(std::string_view value, const Look& look, Writing writing) {
  if (look.spaces > 0) return writing == Writing::kTight && is_word_list(value, look);
  if (value.size() < 6) return false;
  const bool mixed = look.letters() > 0 && (look.digits > 0 || look.signs > 0);
  if (writing == Writing::kLoose) {
    if (value.size() < 8 || !mixed || look.others > 0) return false;
    if (look.joints > 0) return look.turns >= 3;
    return look.turns >= 2 || (look.signs > 0 && look.digits > 0) || is_random(look);
  }
  if (mixed) {
    const bool is_name = look.joints > 0 && look.signs == 0 && look.turns < 3;
    return !is_name;
  }
  if (value.size() < 8) return false;
  if (look.digits == value.size()) return writing == Writing::kTight;
  if (look.joints > 0 || look.others > 0) return false;
  if (look.uppers > 0 && look.lowers > 0) return look.turns >= 3;
  if (writing != Writing::kTight || look.lowers != value.size()) return false;
  // password=newpassword hands a variable on.
  return !value.ends_with("password") && !value.ends_with("passwd") && !value.ends_with("token") &&
         !value.ends_with("pwd") && !value.ends_with("passphrase");
}

bool is_made_token(std::string_view value, const Look& look, Writing writing) {
  if (value.size() < 8 || look.spaces > 0 || look.others > 2) return false;
  if (is_random(look)) return true;
  if (writing == Writing::kLoose) return false;
  const bool one_run = look.joints == 0;
  return one_run && look.digits >= 1 && look.letters() >= 2 &&
         (look.signs > 0 || (value.size() >= 10 && look.digits >= 2));
}

}  // namespace

bool is_placeholder(std::string_view value) {
  if (value.empty()) return true;
  value = value.substr(0, kMaxJudged);
  const char first = value.front();
  if (first == '$' || first == '<' || first == '{' || first == '[' || first == ']') return true;
  if (first == '%' && (value.size() < 3 || !is_hex(value[1]) || !is_hex(value[2]))) return true;
  if (value.starts_with("\xE2\x80\xA6") || value.starts_with("...")) return true;  // …
  if (std::all_of(value.begin(), value.end(), [&](char c) { return c == first; })) return true;
  if (value.size() > 64) return value.find("redacted") != std::string_view::npos;
  static constexpr std::string_view kWhole[] = {
      "password", "passwd",   "pass",      "pwd",      "secret",     "token",     "changeit",
      "required", "optional", "undefined", "username", "disabled",   "enabled",   "protected",
      "readonly", "function", "continue",  "boolean",  "basestring", "bytearray", "otherwise"};
  static constexpr std::string_view kParts[] = {"redacted",    "changeme", "change_me", "change-me",
                                                "placeholder", "example",  "your-",     "your_",
                                                "xxxx",        "dummy",    "****",      "replace"};
  const std::string lower = lowered(value);
  if (std::find(std::begin(kWhole), std::end(kWhole), lower) != std::end(kWhole)) return true;
  const bool is_shouted = std::none_of(value.begin(), value.end(), is_lower);
  const std::string_view looked_at = is_shouted ? std::string_view(lower) : value;
  return std::any_of(std::begin(kParts), std::end(kParts), [&](std::string_view part) {
    return looked_at.find(part) != std::string_view::npos;
  });
}

bool looks_random(std::string_view value) { return is_random(look_at(value)); }

bool may_be_key_body(std::string_view body) {
  const Look look = look_at(body);
  if (look.digits > 0) return true;
  if (look.turns >= 3) return true;
  if (look.lowers > 0) return false;
  std::array<bool, 256> seen{};
  size_t distinct = 0;
  for (const char c : body.substr(0, kMaxJudged)) {
    bool& is_seen = seen[static_cast<unsigned char>(c)];
    distinct += is_seen ? 0 : 1;
    is_seen = true;
  }
  return distinct >= 8;
}

bool is_secret_value(std::string_view value, NameTrust trust, Writing writing) {
  if (value.ends_with(kCutMark)) value.remove_suffix(kCutMark.size());
  value = value.substr(0, kMaxJudged);
  if (value.size() < 6 || is_placeholder(value) || is_reference(value)) return false;
  if (is_constant(value)) return false;
  if (writing != Writing::kQuoted && is_code(value)) return false;
  const Look look = look_at(value);
  switch (trust) {
    case NameTrust::kPassword:
      return is_chosen_password(value, look, writing);
    case NameTrust::kToken:
      return is_made_token(value, look, writing);
    default:
      return value.size() >= 16 && (look.digits > 0 || value.ends_with('=')) && look.others == 0 &&
             is_random(look) && !is_uuid(value);
  }
}

}  // namespace clew
