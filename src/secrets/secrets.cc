// A scanner, not an oracle: shapes that issuers give their keys, and values that are named as
// secrets. What has the shape of an id, a hash or a path is left alone whatever it is called.

#include "secrets/secrets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// Secrets are looked for in the typed event, field by field, which costs nothing but reading. Only
// an event that has one is turned into a tree, cleaned and turned back.

constexpr size_t kMostNamed = 8;

// Fields that hold ids, hashes and paths; never touched.
bool is_exempt(std::string_view field) {
  static constexpr std::string_view kNames[] = {
      "id",          "key",      "commit", "branch",  "device",  "agent",   "actor",
      "blocking_on", "content",  "output", "created", "deleted", "version", "holder",
      "archived_as", "archived", "parent", "dialect", "modified"};
  return field.starts_with("hash") || field.starts_with("path") || field.starts_with("project") ||
         std::find(std::begin(kNames), std::end(kNames), field) != std::end(kNames);
}

// A value that is named as a secret is one as a whole: {"key": "api_key", "value": "…"}.
const char* named_secret(std::string_view name, std::string_view value) {
  const char* kind = secret_name(name);
  return kind != nullptr && is_likely_value(value) && find_secrets(value).empty() ? kind : nullptr;
}

bool has_secret(const Value& value, std::string_view name) {
  switch (value.kind()) {
    case Value::Kind::kString:
      return !find_secrets(value.as_string()).empty() ||
             named_secret(name, value.as_string()) != nullptr;
    case Value::Kind::kList:
      return std::any_of(value.as_list().begin(), value.as_list().end(),
                         [&](const Value& item) { return has_secret(item, name); });
    case Value::Kind::kObject:
      return std::any_of(
          value.as_object().begin(), value.as_object().end(), [](const auto& member) {
            return !is_exempt(member.first) && has_secret(member.second, member.first);
          });
    default:
      return false;
  }
}

bool holds_secret(const TypeInfo& type, const void* x);

const MemberInfo* member_named(const TypeInfo& type, std::string_view name) {
  for (const MemberInfo& member : type.structure().members) {
    if (name == member.name) return &member;
  }
  return nullptr;
}

bool struct_has_secret(const TypeInfo& type, const void* x) {
  const MemberInfo* value = member_named(type, "value");
  if (value != nullptr && value->type->form == TypeForm::kValue) {
    const MemberInfo* name = member_named(type, "key");
    if (name == nullptr) name = member_named(type, "name");
    if (name != nullptr && name->type->form == TypeForm::kText &&
        has_secret(*static_cast<const Value*>(value->of(x)), text_in(name->of(x)))) {
      return true;
    }
  }
  for (const MemberInfo& member : type.structure().members) {
    if (!is_exempt(member.name) && holds_secret(*member.type, member.of(x))) return true;
  }
  return false;
}

bool holds_secret(const TypeInfo& type, const void* x) {
  if (type.form == TypeForm::kText) return !find_secrets(text_in(x)).empty();
  if (type.form == TypeForm::kValue) return has_secret(*static_cast<const Value*>(x), {});
  if (type.form == TypeForm::kStruct) return struct_has_secret(type, x);
  bool found = false;
  for_each_part(type, x, [&](const TypeInfo& inner, const void* part) {
    found = found || holds_secret(inner, part);
  });
  return found;
}

std::string mark_for(const char* kind) { return fmt::format("[redacted: {}]", kind); }

// What was taken out of which event, for the note.
class Cleaner {
 public:
  explicit Cleaner(const char* event) : event_(event) {}

  void clean(Value& value, std::string_view name) {
    if (value.is_string()) {
      value = clean_text(value.as_string(), name);
    } else if (value.is_list()) {
      for (auto& item : value.list_ref()) clean(item, name);
    } else if (value.is_object()) {
      const std::string called = name_of_value(value);
      for (auto& [member, item] : value.object_ref()) {
        if (!is_exempt(member)) clean(item, member == "value" ? called : member);
      }
    }
  }

  const std::vector<std::string>& findings() const { return findings_; }

 private:
  static std::string name_of_value(const Value& object) {
    const Value* name = object.find("key");
    if (name == nullptr) name = object.find("name");
    return name == nullptr ? "value" : name->as_string();
  }

  std::string clean_text(const std::string& text, std::string_view name) {
    if (const char* kind = named_secret(name, text)) {
      note(kind);
      return mark_for(kind);
    }
    const auto findings = find_secrets(text);
    for (const auto& finding : findings) note(finding.kind);
    return without_secrets(text, findings);
  }

  void note(const char* kind) {
    std::string what = fmt::format("{} in {}", kind, event_);
    if (std::find(findings_.begin(), findings_.end(), what) == findings_.end()) {
      findings_.push_back(std::move(what));
    }
  }

  const char* event_;
  std::vector<std::string> findings_;
};

}  // namespace

std::vector<SecretFinding> find_secrets(std::string_view text) { return Scanner(text).scan(); }

std::string without_secrets(std::string_view text, const std::vector<SecretFinding>& findings) {
  std::string out;
  size_t from = 0;
  for (const auto& finding : findings) {
    out += text.substr(from, finding.start - from);
    out += mark_for(finding.kind);
    from = finding.start + finding.length;
  }
  return out += text.substr(from);
}

std::string without_secrets(std::string_view text) {
  return without_secrets(text, find_secrets(text));
}

Status redact_secrets(Drafts& drafts, std::vector<std::string>& notices) {
  std::vector<std::string> all;
  for (auto& draft : drafts) {
    if (!holds_secret(type_of(draft.data), draft.data.content())) continue;
    Cleaner cleaner(name_of(draft.data));
    Value tree = data_to_value(draft.data);
    cleaner.clean(tree, {});
    CLEW_ASSIGN(draft.data, data_from_value(kind_of(draft.data), tree));
    for (const auto& finding : cleaner.findings()) {
      if (std::find(all.begin(), all.end(), finding) == all.end()) all.push_back(finding);
    }
  }
  if (all.empty()) return success();
  const size_t more = all.size() > kMostNamed ? all.size() - kMostNamed : 0;
  all.resize(all.size() - more);
  std::string text = fmt::format("redacted: {}", fmt::join(all, ", "));
  if (more > 0) text += fmt::format(" and {} more", more);
  drafts.push_back({
      NoteAdded{kRoot, text, ""},
      {}
  });
  notices.push_back(text);
  return success();
}

}  // namespace clew
