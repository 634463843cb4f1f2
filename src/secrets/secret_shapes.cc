#include "secrets/secret_shapes.h"

#include <algorithm>
#include <array>
#include <string>

namespace clew {
namespace {

bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }
bool is_upper_alphanumeric(char c) { return is_upper(c) || is_digit(c); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_alphanumeric_dash(char c) { return is_alphanumeric(c) || c == '-'; }
bool is_dotted(char c) { return is_base64url(c) || c == '.'; }
bool is_path_sign(char c) { return is_base64url(c) || c == '/'; }

struct SecretShape {
  std::string_view prefix;
  size_t least;  // characters after the prefix
  size_t most;   // 0: any number
  bool (*sign)(char c);
  const char* kind;
};

// Longer prefixes before the shorter ones they begin with.
constexpr SecretShape kShapes[] = {
    {"AKIA",                      16, 16, is_upper_alphanumeric, "AWS access key"       },
    {"ASIA",                      16, 16, is_upper_alphanumeric, "AWS access key"       },
    {"github_pat_",               22, 0,  is_word,               "GitHub token"         },
    {"ghp_",                      36, 0,  is_alphanumeric,       "GitHub token"         },
    {"gho_",                      36, 0,  is_alphanumeric,       "GitHub token"         },
    {"ghu_",                      36, 0,  is_alphanumeric,       "GitHub token"         },
    {"ghs_",                      36, 0,  is_alphanumeric,       "GitHub token"         },
    {"ghr_",                      36, 0,  is_alphanumeric,       "GitHub token"         },
    {"glpat-",                    20, 0,  is_dotted,             "GitLab token"         },
    {"gldt-",                     20, 0,  is_dotted,             "GitLab token"         },
    {"glrt-",                     20, 0,  is_dotted,             "GitLab token"         },
    {"xoxb-",                     10, 0,  is_alphanumeric_dash,  "Slack token"          },
    {"xoxp-",                     10, 0,  is_alphanumeric_dash,  "Slack token"          },
    {"xoxa-",                     10, 0,  is_alphanumeric_dash,  "Slack token"          },
    {"xoxr-",                     10, 0,  is_alphanumeric_dash,  "Slack token"          },
    {"xoxs-",                     10, 0,  is_alphanumeric_dash,  "Slack token"          },
    {"xapp-",                     10, 0,  is_alphanumeric_dash,  "Slack token"          },
    {"hooks.slack.com/services/", 20, 0,  is_path_sign,          "Slack webhook"        },
    {"sk-ant-",                   20, 0,  is_base64url,          "Anthropic key"        },
    {"sk-proj-",                  20, 0,  is_base64url,          "OpenAI key"           },
    {"sk-svcacct-",               20, 0,  is_base64url,          "OpenAI key"           },
    {"sk-",                       32, 0,  is_alphanumeric,       "OpenAI key"           },
    {"AIza",                      35, 35, is_base64url,          "Google API key"       },
    {"ya29.",                     20, 0,  is_base64url,          "Google token"         },
    {"GOCSPX-",                   20, 0,  is_base64url,          "Google client secret" },
    {"sk_live_",                  16, 0,  is_alphanumeric,       "Stripe key"           },
    {"sk_test_",                  16, 0,  is_alphanumeric,       "Stripe key"           },
    {"rk_live_",                  16, 0,  is_alphanumeric,       "Stripe key"           },
    {"rk_test_",                  16, 0,  is_alphanumeric,       "Stripe key"           },
    {"whsec_",                    16, 0,  is_alphanumeric,       "Stripe webhook secret"},
    {"npm_",                      36, 36, is_alphanumeric,       "npm token"            },
    {"pypi-",                     50, 0,  is_base64url,          "PyPI token"           },
    {"AGE-SECRET-KEY-1",          50, 0,  is_upper_alphanumeric, "age key"              },
};

// The characters that a prefix begins with: most words of a text begin with another.
constexpr auto kFirstBytes = [] {
  std::array<bool, 256> first{};
  for (const auto& shape : kShapes) first[static_cast<unsigned char>(shape.prefix[0])] = true;
  return first;
}();

// Of each character: can a secret, or the sign behind its name, begin with it; is it part of words.
struct SignKind {
  bool first = false;
  bool word = false;
};
constexpr auto kSigns = [] {
  std::array<SignKind, 256> signs{};
  for (size_t c = 0; c < signs.size(); ++c) {
    signs[c] = {kFirstBytes[c], c < 128 && is_word(static_cast<char>(c))};
  }
  for (const unsigned char c : {'-', '=', ':', 'e', 'b', 'B'}) signs[c].first = true;
  return signs;
}();

struct SecretName {
  std::string_view ending;  // of the name in lower case, without '_', '-' and '.'
  const char* kind;
};
constexpr SecretName kNameShapes[] = {
    {"password",      "password"  },
    {"passwd",        "password"  },
    {"passphrase",    "passphrase"},
    {"pwd",           "password"  },
    {"secret",        "secret"    },
    {"secretkey",     "secret"    },
    {"token",         "token"     },
    {"apikey",        "API key"   },
    {"accesskey",     "access key"},
    {"accesskeyid",   "access key"},
    {"privatekey",    "key"       },
    {"encryptionkey", "key"       },
};

char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

bool joins_words(char c) { return c == '_' || c == '-' || c == '.'; }

// Any case, and whatever joins the words.
bool ends_in(std::string_view name, std::string_view ending) {
  size_t left = ending.size();
  for (size_t i = name.size(); i > 0 && left > 0; --i) {
    const char c = name[i - 1];
    if (joins_words(c)) continue;
    if (to_lower(c) != ending[--left]) return false;
  }
  return left == 0;
}

bool is_uuid(std::string_view value) {
  if (value.size() != 36) return false;
  for (size_t i = 0; i < value.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? value[i] != '-' : !is_hex(value[i])) return false;
  }
  return true;
}

size_t run(std::string_view text, size_t at, bool (*sign)(char)) {
  size_t end = at;
  while (end < text.size() && sign(text[end])) ++end;
  return end - at;
}

}  // namespace

size_t next_beginning(std::string_view text, size_t at) {
  const auto sign_at = [&](size_t i) { return kSigns[static_cast<unsigned char>(text[i])]; };
  bool in_word = at > 0 && at <= text.size() && sign_at(at - 1).word;
  for (; at < text.size(); ++at) {
    const SignKind sign = sign_at(at);
    if (sign.first && !(sign.word && in_word)) return at;
    in_word = sign.word;
  }
  return at;
}

bool starts_with_any_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char wanted, char c) { return wanted == to_lower(c); });
}

IssuedKey issued_key_at(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.empty() || !kFirstBytes[static_cast<unsigned char>(rest[0])]) return {};
  for (const auto& shape : kShapes) {
    const std::string_view prefix = shape.prefix;
    if (prefix[0] != rest[0] || !rest.starts_with(prefix)) continue;
    const size_t length = run(text, at + prefix.size(), shape.sign);
    if (length < shape.least || (shape.most > 0 && length > shape.most)) continue;
    const std::string_view body = rest.substr(prefix.size(), length);
    // Words joined by dashes are a name; keys have a digit among so many characters.
    if (std::none_of(body.begin(), body.end(), is_digit)) continue;
    return {prefix.size() + length, shape.kind};
  }
  return {};
}

size_t json_web_token_at(std::string_view text, size_t at) {
  if (!text.substr(at).starts_with("eyJ")) return 0;
  size_t end = at;
  for (int part = 0; part < 3; ++part) {
    if (part > 0) {
      if (end >= text.size() || text[end] != '.') return 0;
      ++end;
    }
    if (part == 1 && !text.substr(end).starts_with("eyJ")) return 0;
    const size_t length = run(text, end, is_base64url);
    if (length < 10) return 0;
    end += length;
  }
  return end - at;
}

const char* secret_name(std::string_view name) {
  for (const auto& known : kNameShapes) {
    if (ends_in(name, known.ending)) return known.kind;
  }
  return nullptr;
}

bool is_harmless(std::string_view value) {
  if (value.starts_with("sha256:") || value.starts_with("sha256-")) return true;
  const bool hex = std::all_of(value.begin(), value.end(), is_hex);
  if (hex && (value.size() == 40 || value.size() == 64)) return true;
  if (is_uuid(value)) return true;
  return value.starts_with('/') || value.starts_with("./") || value.starts_with("../") ||
         value.starts_with("~/");
}

bool is_placeholder(std::string_view value) {
  if (value.empty()) return true;
  const char first = value.front();
  if (first == '$' || first == '<' || first == '{' || first == '[' || first == '%') return true;
  if (value.find("redacted") != std::string_view::npos) return true;
  if (value.starts_with("\xE2\x80\xA6")) return true;  // …
  return std::all_of(value.begin(), value.end(), [&](char c) { return c == first; });
}

bool is_likely_value(std::string_view value) {
  if (value.size() < 8 || is_placeholder(value) || is_harmless(value)) return false;
  if (value.find('(') != std::string_view::npos) return false;    // a call
  if (value.find("://") != std::string_view::npos) return false;  // a place to look
  const bool dotted_words = value.find('.') != std::string_view::npos &&
                            std::all_of(value.begin(), value.end(), [](char c) {
                              return is_letter(c) || c == '_' || c == '.';
                            });
  return !dotted_words;  // user.password
}

bool is_mixed(std::string_view value) {
  const bool one_word = value.find_first_of(" \t") == std::string_view::npos;
  const bool digit = std::any_of(value.begin(), value.end(), is_digit);
  const bool letter = std::any_of(value.begin(), value.end(), is_letter);
  const bool sign = std::any_of(value.begin(), value.end(), [](char c) {
    return std::string_view("!@#$%^*+/=~?").find(c) != std::string_view::npos;
  });
  return one_word && ((digit && letter) || sign);
}

}  // namespace clew
