#include "secrets/secret_scanner.h"

#include <algorithm>

namespace clew {
namespace {

constexpr size_t kMaxName = 64;
constexpr size_t kMaxLineBefore = 256;
bool is_inline_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

size_t SecretScanner::end_of_name(size_t end) const {
  const size_t last = end;
  while (end > 0 && is_inline_blank(text_[end - 1]) && last - end < 4) --end;
  while (end > 0 && last - end < 10 &&
         (is_quote(text_[end - 1]) || text_[end - 1] == ']' || text_[end - 1] == '\\')) {
    --end;
  }
  return end;
}

TextSpan SecretScanner::name_up_to(size_t end) const {
  size_t start = end;
  while (start > 0 && end - start < kMaxName && is_name_sign(text_[start - 1])) --start;
  return {start, end};
}

NamedSecret SecretScanner::says_of(TextSpan name) const {
  const NamedSecret says = secret_name(part(name));
  if (says.trust != NameTrust::kQuery) return says;
  const char before = name.start > 0 ? text_[name.start - 1] : '\n';
  if (before == '?' || before == '&') return says;
  if (before != ' ') return {};
  const TextSpan first = name_before(name.start - 1);
  if (first.size() == 0 || first.end + 1 != name.start) return {};
  std::array<char, 2 * kMaxName> joined{};
  const size_t size = first.size() + name.size();
  std::copy_n(part(first).begin(), first.size(), joined.begin());
  std::copy_n(part(name).begin(), name.size(),
              joined.begin() + static_cast<ptrdiff_t>(first.size()));
  const NamedSecret both = secret_name({joined.data(), size});
  return both.trust == NameTrust::kQuery ? NamedSecret() : both;
}

NamedSecret SecretScanner::says_alone(std::string_view name) const {
  const NamedSecret says = secret_name(name);
  const bool is_of_location = says.trust == NameTrust::kQuery || says.trust == NameTrust::kHeader ||
                              says.trust == NameTrust::kCookie;
  return is_of_location ? NamedSecret() : says;
}

size_t SecretScanner::assigned(size_t sign, size_t length) {
  const char c = text_[sign];
  if (c == ':' && sign_at(sign + 1) == ':') return 0;
  size_t name_end = sign;
  if (c == '=' && sign > 0 && (text_[sign - 1] == '?' || text_[sign - 1] == '=')) --name_end;
  const size_t end = end_of_name(name_end);
  // Most names are read no further than this.
  const bool has_word = secret_word_ > 0 && end - secret_word_ < kMaxName;
  if (!has_word && !may_end_secret_name(text_, end)) return 0;
  const TextSpan name = name_up_to(end);
  NamedSecret says = says_of(name);
  if (says.trust == NameTrust::kHeader) return header(sign + length, says);
  if (says.trust == NameTrust::kCookie) return cookies(sign + length, says);
  if (says.kind == nullptr) says = says_around(name);
  if (says.kind == nullptr) {
    return part(name).ends_with("Private-Lines") ? add(putty_key(text_, sign), kPrivateKey) : 0;
  }
  const auto value = value_from(sign + length, name, name.end < sign);
  return value ? judge(*value, says) : 0;
}

NamedSecret SecretScanner::says_around(TextSpan name) const {
  const std::string_view word = part(name);
  if (word == "value" || word == "Value" || word == "default") return says_beside(name.start);
  if (word == "str" || word == "string" || word == "String") return says_before_type(name.start);
  return secret_word_in(word);
}

NamedSecret SecretScanner::says_beside(size_t at) const {
  constexpr size_t kMaxBeside = 96;
  const size_t from = at < kMaxBeside ? 0 : at - kMaxBeside;
  const std::string_view before = text_.substr(from, at - from);
  size_t found = kNowhere;
  for (const std::string_view word : {"name", "key", "variable"}) {
    const size_t here = before.rfind(word);
    const bool is_whole = here != kNowhere && here + word.size() < before.size() &&
                          !is_word(before[here + word.size()]) &&
                          (here == 0 || !is_word(before[here - 1]));
    if (is_whole && (found == kNowhere || here + word.size() > found)) found = here + word.size();
  }
  if (found == kNowhere) return {};
  size_t start = found;
  while (start < before.size() && !is_word(before[start]) && start - found < 6) ++start;
  size_t end = start;
  while (end < before.size() && is_name_sign(before[end])) ++end;
  return says_alone(before.substr(start, end - start));
}

NamedSecret SecretScanner::says_before_type(size_t at) const {
  const size_t last = at;
  while (at > 0 && last - at < 4 && (is_inline_blank(text_[at - 1]) || text_[at - 1] == '&')) {
    --at;
  }
  if (at == 0 || text_[at - 1] != ':') return {};
  return says_alone(part(name_before(at - 1)));
}

std::optional<WrittenValue> SecretScanner::value_from(size_t from, TextSpan name, bool is_spaced) {
  size_t at = from;
  while (sign_at(at) == '=' || sign_at(at) == '>') ++at;
  const size_t blanks = at;
  while (is_inline_blank(sign_at(at)) && at - blanks < 8) ++at;
  const bool is_tight = !is_spaced && at == from && text_[from - 1] != ':';
  const size_t slashes = at;
  while (sign_at(at) == '\\' && at - slashes < 4) ++at;
  const bool is_string_prefix =
      is_letter(sign_at(at)) && is_quote(sign_at(at + 1)) && sign_at(at + 1) != '`';
  if (is_string_prefix) ++at;
  WrittenValue value;
  value.is_tight = is_tight;
  if (is_quote(sign_at(at))) {
    value.quote = text_[at++];
  } else {
    at = slashes;
  }
  if (at >= text_.size()) return std::nullopt;
  const bool is_env = value.quote == '\0' && is_tight && is_env_line(name);
  value.span = {at, value_end(at, value.quote, is_env)};
  return value;
}

bool SecretScanner::is_env_line(TextSpan name) const {
  size_t at = name.start;
  while (at > 0 && name.start - at < 12 && text_[at - 1] != '\n') --at;
  const std::string_view before = text_.substr(at, name.start - at);
  const bool is_first = at == 0 || text_[at - 1] == '\n';
  return is_first && (before.empty() || before == "export " || before == "set " || before == "- ");
}

size_t SecretScanner::judge(const WrittenValue& value, NamedSecret says) {
  const std::string_view text = part(value.span);
  Writing writing = value.quote != '\0' ? Writing::kQuoted : Writing::kLoose;
  // f(password=password1, …) hands a variable on.
  const char behind = sign_at(value.span.end);
  const bool is_argument = value.quote == '\0' && (behind == ',' || behind == ')');
  if (value.is_tight && !is_argument) writing = Writing::kTight;
  if (!is_secret_value(text, says.trust, writing)) return 0;
  if (is_found_by_shape(value.span.start)) return 0;
  return add(value.span, says.kind);
}

size_t SecretScanner::value_end(size_t start, char quote, bool is_env) {
  const size_t way = is_env ? 4 : quote == '"' ? 1 : quote == '\'' ? 2 : quote == '`' ? 3 : 0;
  TextSpan& known = ends_[way];
  if (start < known.start || start > known.end) known = {start, end_from(start, quote, is_env)};
  size_t end = known.end;
  const std::string_view trailing = quote != '\0' ? " " : is_env ? ".?;," : ".?";
  while (end > start && trailing.find(text_[end - 1]) != kNowhere) --end;
  return end;
}

size_t SecretScanner::end_from(size_t start, char quote, bool is_env) const {
  for (size_t end = start; end < text_.size(); ++end) {
    const char c = text_[end];
    const char next = sign_at(end + 1);
    if (c == '\n' || c == '\r') return end;
    if (c == '\\' && (next == 'n' || next == 'r' || next == 't' || is_quote(next))) return end;
    if (quote != '\0') {
      if (c == quote) return end;
      continue;
    }
    if (is_blank(c) || is_quote(c)) return end;
    if (is_env) continue;
    if (std::string_view(",;&)]}<>|").find(c) != kNowhere) return end;
    if (c == '=' && is_alphanumeric(next)) return end;
  }
  return text_.size();
}

size_t SecretScanner::header(size_t from, NamedSecret says) {
  size_t at = from;
  while (at - from < 8 &&
         (is_inline_blank(sign_at(at)) || is_quote(sign_at(at)) || sign_at(at) == '\\')) {
    ++at;
  }
  size_t scheme = at;
  while (is_letter(sign_at(scheme)) || sign_at(scheme) == '-' || is_digit(sign_at(scheme))) {
    ++scheme;
  }
  const bool has_scheme = scheme > at && sign_at(scheme) == ' ' && scheme - at < 24;
  const TextSpan value = token_from(has_scheme ? scheme + 1 : at);
  const std::string_view token = part(value);
  if (value.size() < 8 || is_placeholder(token) || token.find("://") != kNowhere) return 0;
  if (is_found_by_shape(value.start)) return 0;
  const bool is_basic = has_scheme && starts_with_any_case(rest(at), "basic ");
  const bool has_upper = std::any_of(token.begin(), token.end(), is_upper);
  const bool has_digit = std::any_of(token.begin(), token.end(), is_digit);
  const bool is_secret =
      is_basic ? has_upper || has_digit : has_digit && (value.size() >= 16 || looks_random(token));
  if (!is_secret) return 0;
  const bool is_bearer = has_scheme && starts_with_any_case(rest(at), "bearer ");
  return add(value, is_bearer ? "bearer token" : says.kind);
}

size_t SecretScanner::cookies(size_t from, NamedSecret says) {
  constexpr size_t kMin = 12;
  if (from < cookies_end_) return 0;  // inside of another's
  size_t last = 0;
  size_t at = from;
  while (at < text_.size() && text_[at] != '\n' && !is_quote(text_[at])) {
    while (at < text_.size() && (is_inline_blank(text_[at]) || text_[at] == ';')) ++at;
    const size_t name = at;
    while (at < text_.size() && is_name_sign(text_[at])) ++at;
    if (at == name || sign_at(at) != '=') break;
    size_t end = ++at;
    while (end < text_.size() && !is_blank(text_[end]) && text_[end] != ';' &&
           !is_quote(text_[end]) && text_[end] != '\\') {
      ++end;
    }
    const TextSpan value{at, end};
    at = end;
    const std::string_view token = part(value);
    if (value.size() < kMin || is_placeholder(token) || !looks_random(token)) continue;
    const IssuedKey jwt = shapes_.json_web_token_at(value.start);
    last = add(value, jwt.length > 0 ? jwt.kind : says.kind);
  }
  cookies_end_ = at;
  return last;
}

size_t SecretScanner::reported_in_prose(size_t is) {
  if (is == 0 || text_[is - 1] != ' ') return 0;
  const TextSpan name = name_before(is);
  const NamedSecret says = says_of(name);
  if (says.kind == nullptr || says.trust == NameTrust::kHeader) return 0;
  return judge_next(is + 3, says, Writing::kLoose);
}

size_t SecretScanner::behind_word(size_t at, const SecretWord& word) {
  const TextSpan name = name_before(at + word.length);
  const bool is_alone = name.start == at || name.size() < word.length;
  const NamedSecret says = is_alone ? word.says : says_alone(part(name));
  if (says.kind == nullptr) return 0;
  if (!is_alone || says.trust == NameTrust::kPassword) {
    return judge_next(at + word.length, says, Writing::kLoose);
  }
  return 0;
}

size_t SecretScanner::judge_next(size_t from, NamedSecret says, Writing writing) {
  size_t at = from;
  while (is_inline_blank(sign_at(at)) && at - from < 8) ++at;
  const char quote = is_quote(sign_at(at)) ? text_[at++] : '\0';
  if (at >= text_.size() || text_[at] == '-') return 0;
  const TextSpan span{at, value_end(at, quote, false)};
  if (span.end <= span.start) return 0;
  const std::string_view value = part(span);
  if (quote != '\0') writing = Writing::kQuoted;
  if (value.find(' ') != kNowhere || !is_secret_value(value, says.trust, writing)) return 0;
  return is_found_by_shape(at) ? 0 : add(span, says.kind);
}

size_t SecretScanner::element(size_t close) {
  const TextSpan name = name_before(close);
  if (name.size() < 3 || name.end != close || name.start == 0 || text_[name.start - 1] != '<') {
    return 0;
  }
  const NamedSecret says = says_alone(part(name));
  if (says.kind == nullptr) return 0;
  const TextSpan span{close + 1, value_end(close + 1, '\0', false)};
  if (sign_at(span.end) != '<') return 0;
  return judge({span, '<', false}, says);
}

size_t SecretScanner::argument(size_t comma) {
  const size_t end = end_of_name(comma);
  if (!may_end_secret_name(text_, end)) return 0;
  const TextSpan name = name_up_to(end);
  const NamedSecret says = says_alone(part(name));
  if (says.kind == nullptr) return 0;
  size_t at = comma + 1;
  while (is_inline_blank(sign_at(at)) && at - comma < 4) ++at;
  if (!is_quote(sign_at(at)) || !is_quote(text_[comma - 1])) return 0;
  const TextSpan span{at + 1, value_end(at + 1, text_[at], false)};
  return looks_random(part(span)) ? judge({span, text_[at], false}, says) : 0;
}

size_t SecretScanner::option(size_t at) {
  size_t end = at;
  while (sign_at(end) == '-' && end - at < 2) ++end;
  const size_t name = end;
  while (is_word(sign_at(end)) || sign_at(end) == '-') {
    if (++end - at > kMaxName) return 0;
  }
  if (end - name > 1 && is_inline_blank(sign_at(end))) {
    const NamedSecret says = says_alone(part({name, end}));
    if (says.kind != nullptr) return judge_next(end, says, Writing::kQuoted);
  }
  const std::string_view word = part({at, end});
  const bool may_be_short =
      name == at + 1 && std::string_view("pPauUwk").find(sign_at(name)) != kNowhere;
  return may_be_short || word == "--user" ? short_option(at, word) : 0;
}

size_t SecretScanner::short_option(size_t at, std::string_view word) {
  const size_t from = at < kMaxLineBefore ? 0 : at - kMaxLineBefore;
  const SecretOption found = secret_option(text_.substr(from, at - from), word);
  const NamedSecret says{found.kind, NameTrust::kPassword};
  const size_t next = at + word.size();
  switch (found.value) {
    case SecretOption::Value::kNone:
      return 0;
    case SecretOption::Value::kNext:
      return next_word(next, '\0', says);
    case SecretOption::Value::kAfterColon:
      return next_word(next, ':', says);
    case SecretOption::Value::kAfterPercent:
      return next_word(next, '%', says);
    case SecretOption::Value::kAttached:
      break;
  }
  const size_t start = at + 2;
  if (is_blank(sign_at(start)) || start >= text_.size()) return 0;
  return next_word(start, '\0', says);
}

size_t SecretScanner::next_word(size_t from, char mark, NamedSecret says) {
  size_t at = from;
  while (is_inline_blank(sign_at(at)) && at - from < 8) ++at;
  const char quote = is_quote(sign_at(at)) ? text_[at++] : '\0';
  const size_t end = value_end(at, quote, true);
  if (mark != '\0') {
    const size_t found = part({at, end}).find(mark);
    if (found == kNowhere) return 0;
    at += found + 1;
  }
  const std::string_view value = part({at, std::max(at, end)});
  constexpr size_t kMin = 4;
  const bool is_value =
      value.size() >= kMin && value[0] != '-' && !is_placeholder(value) && !is_number({at, end});
  return is_value && !is_found_by_shape(at) ? add({at, end}, says.kind) : 0;
}

}  // namespace clew
