#include "secrets/secret_scanner.h"

#include <algorithm>

namespace clew {
namespace {

// Signs of tokens in a header.
bool is_token_sign(char c) {
  return is_word(c) || c == '-' || c == '.' || c == '~' || c == '+' || c == '/' || c == '=' ||
         c == ':' || c == '%';
}

}  // namespace

std::vector<ScannedSecret> SecretScanner::scan() {
  ScanLocation location = next_location(text_, {});
  while (location.at < text_.size()) {
    const size_t end = find_at(location);
    if (end > location.at) {
      location = next_location(text_, {end, end});
    } else if (location.word < location.at) {  // the sign behind a run is still to be looked at
      location = next_location(text_, {location.at, location.at});
    } else {
      const bool is_word = is_alphanumeric(text_[location.at]);
      location = next_location(text_, {location.at + 1, is_word ? location.word : location.at + 1});
    }
  }
  if (location.word < location.at) long_run({location.word, location.at});
  return std::move(found_);
}

size_t SecretScanner::find_at(ScanLocation location) {
  const size_t at = location.at;
  const char c = text_[at];
  if (is_alphanumeric(c)) return word(at);
  if (location.word < at) return c == '~' ? azure_secret(at) : long_run({location.word, at});
  switch (c) {
    case '-':
      return dashes(at);
    case '>':
      return element(at);
    case ',':
      return argument(at);
    case '%':
      return assigned(at, 3);
    case '=':
      return assigned(at, 1);
    case ':':
      break;
    default:
      return 0;
  }
  if (rest(at).starts_with("://")) return credentials(at);
  if (const size_t end = telegram_token(at); end > 0) return end;
  return assigned(at, 1);
}

size_t SecretScanner::add(TextSpan span, const char* kind) {
  span.start = std::max(span.start, found_end_);
  if (span.start >= span.end) return 0;
  found_.push_back({span, kind});
  return found_end_ = span.end;
}

size_t SecretScanner::word(size_t at) {
  if (const IssuedKey key = shapes_.issued_key_at(at); key.length > 0) {
    const size_t end = at + key.length;
    if (key.kind == std::string_view(kPrivateKey)) {
      return add({at, end_of_key_lines(text_, end)}, kPrivateKey);
    }
    return add({rest(at).starts_with("atlasv1.") ? team_of_token(at) : at, end}, key.kind);
  }
  switch (to_lower(text_[at])) {
    case 'e':
      if (const IssuedKey token = shapes_.json_web_token_at(at); token.length > 0) {
        return add({at, at + token.length}, token.kind);
      }
      return 0;
    case 'b':
      return bearer(at);
    case 'i':
      if (rest(at).starts_with("is ")) return reported_in_prose(at);
      break;
    default:
      break;
  }
  if (begins_secret_word(text_, at)) secret_word_ = at + 1;
  const SecretWord found = secret_word_at(text_, at);
  return found.length == 0 ? 0 : behind_word(at, found);
}

size_t SecretScanner::team_of_token(size_t at) const {
  size_t start = at;
  if (start > 0 && text_[start - 1] == '.') --start;
  while (start > 0 && at - start < 16 && is_alphanumeric(text_[start - 1])) --start;
  return start;
}

size_t SecretScanner::long_run(TextSpan run) {
  const std::string_view word = part(run);
  if (run.size() == kHexRun && std::all_of(word.begin(), word.end(), is_hex)) {
    for (const char* pattern : {"<x32>-<x8>-<x8>", "<x32>-us<n1-2>"}) {
      const size_t length = shapes_.match(run.start, pattern);
      if (length > 0) return add({run.start, run.start + length}, "mail API key");
    }
  }
  const bool is_azure = run.size() >= kLongRun && word.substr(0, 200).find("JQQJ99") == 52;
  return is_azure ? add(run, "Azure key") : 0;
}

size_t SecretScanner::azure_secret(size_t tilde) {
  if (tilde < 5) return 0;
  const size_t start = tilde - 5;
  const size_t length = shapes_.match(start, "<a5>~<d31-34>");
  const bool is_secret = length > 0 && is_digit(text_[tilde - 2]);
  return is_secret ? add({start, start + length}, "Azure secret") : 0;
}

size_t SecretScanner::telegram_token(size_t colon) {
  if (sign_at(colon + 1) != 'A') return 0;
  size_t start = colon;
  while (start > 0 && colon - start <= 10 && is_digit(text_[start - 1])) --start;
  const size_t length = shapes_.match(start, "<n8-10>:<b35>");
  return length == 0 ? 0 : add({start, start + length}, "Telegram token");
}

size_t SecretScanner::dashes(size_t at) {
  if (rest(at).starts_with("-----BEGIN ") || rest(at).starts_with("---- BEGIN ")) {
    return add(private_key_from(text_, at), kPrivateKey);
  }
  if (rest(at).starts_with("-----END "))
    return add(private_key_up_to(text_, at, found_end_), kPrivateKey);
  return option(at);
}

size_t SecretScanner::credentials(size_t colon) {
  if (colon == 0 || !is_word(text_[colon - 1])) return 0;
  constexpr size_t kMax = 1024;
  const size_t start = colon + 3;
  size_t password = 0;
  size_t at_sign = 0;
  bool in_path = false;
  for (size_t i = start; i < text_.size() && i < start + kMax; ++i) {
    const char c = text_[i];
    if (is_blank(c) || is_quote(c) || c == '<' || c == '>' || c == '\\') break;
    if (c == '/' || c == '?' || c == '#') {
      // A password may have a slash in it. What follows a host or its port is a path.
      if (at_sign > 0 || password == 0 || is_number({password, i})) break;
      in_path = true;
    }
    if (c == ':' && password == 0) password = i + 1;
    if (c == '@') {
      at_sign = i;
      if (in_path) break;
    }
  }
  if (at_sign == 0) return 0;
  if (password == 0) return token_in_url({start, at_sign});
  const std::string_view value = part({password, at_sign});
  if (at_sign <= password || is_placeholder(value)) return 0;
  if (in_path && !looks_random(value)) return 0;
  if (const IssuedKey key = shapes_.issued_key_at(password); key.length > 0) {
    return add({password, password + key.length}, key.kind);
  }
  return add({password, at_sign}, "password in a URL");
}

bool SecretScanner::is_number(TextSpan span) const {
  const std::string_view digits = part(span);
  return std::all_of(digits.begin(), digits.end(), is_digit);
}

size_t SecretScanner::token_in_url(TextSpan user) {
  constexpr size_t kMin = 20;
  if (user.size() < kMin || !looks_random(part(user))) return 0;
  if (const IssuedKey key = shapes_.issued_key_at(user.start); key.length > 0) return 0;
  return add(user, "token in a URL");
}

size_t SecretScanner::bearer(size_t at) {
  constexpr std::string_view kWord = "bearer ";
  if (!starts_with_any_case(rest(at), kWord)) return 0;
  const TextSpan value = token_from(at + kWord.size());
  const std::string_view token = part(value);
  const bool has_digit = std::any_of(token.begin(), token.end(), is_digit);
  if (value.size() < 16 || !has_digit || is_placeholder(token)) return 0;
  if (token.find("://") != kNowhere) return 0;
  return is_found_by_shape(value.start) ? 0 : add(value, "bearer token");
}

TextSpan SecretScanner::token_from(size_t start) const {
  size_t end = start;
  while (end < text_.size() && is_token_sign(text_[end])) ++end;
  return {start, end};
}

bool SecretScanner::is_found_by_shape(size_t at) {
  return shapes_.issued_key_at(at).length > 0 || shapes_.json_web_token_at(at).length > 0;
}

}  // namespace clew
