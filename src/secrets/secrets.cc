#include "secrets/secrets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "secrets/secret_shapes.h"
#include "secrets/secret_values.h"

namespace clew {
namespace {

// Secrets are looked for in the typed event, field by field, which costs nothing but reading. Only
// an event that has one is turned into a tree, cleaned and turned back.

constexpr size_t kMaxNamed = 8;

// Fields that hold ids, hashes and paths; never touched.
bool is_exempt(std::string_view field) {
  static constexpr std::string_view kNames[] = {
      "id",          "key",         "commit",  "branch",  "device",  "agent",
      "actor",       "blocking_on", "content", "created", "deleted", "holder",
      "archived_as", "archived",    "parent",  "dialect", "version", "modified"};
  return field.starts_with("hash") || field.starts_with("path") || field.starts_with("project") ||
         std::find(std::begin(kNames), std::end(kNames), field) != std::end(kNames);
}

// A value that is named as a secret is one as a whole: {"key": "api_key", "value": "…"}.
const char* named_secret(std::string_view name, std::string_view value) {
  const NamedSecret says = secret_name(name);
  if (says.kind == nullptr || !find_secrets(value).empty()) return nullptr;
  switch (says.trust) {
    case NameTrust::kPassword:
    case NameTrust::kToken:
    case NameTrust::kWeak:
      return is_secret_value(value, says.trust, Writing::kTight) ? says.kind : nullptr;
    case NameTrust::kHeader:
    case NameTrust::kCookie:
      return find_secrets(fmt::format("{}: {}", name, value)).empty() ? nullptr : says.kind;
    case NameTrust::kQuery:
    case NameTrust::kNever:
      break;
  }
  return nullptr;
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

// A command and its arguments, which say together what an option means: mysql -pSECRET.
std::string command_line_in(const TypeInfo& type, const void* x) {
  std::string line;
  const auto add = [&](const TypeInfo& each, const void* part) {
    if (each.form == TypeForm::kText)
      line += (line.empty() ? "" : " ") + std::string(text_in(part));
  };
  for (const char* name : {"command", "arguments"}) {
    const MemberInfo* member = member_named(type, name);
    if (member == nullptr) continue;
    add(*member->type, member->of(x));
    if (member->type->form == TypeForm::kText) continue;
    for_each_part(*member->type, member->of(x), add);
  }
  return line;
}

bool struct_has_secret(const TypeInfo& type, const void* x) {
  if (const std::string line = command_line_in(type, x); !line.empty()) {
    if (!find_secrets(line).empty()) return true;
  }
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
      clean_command_line(value);
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

  // Each part is looked at alone afterwards too: a part may be text of several lines.
  void clean_command_line(Value& object) {
    std::vector<Value*> parts;
    for (auto& [member, item] : object.object_ref()) {
      if (member != "command" && member != "arguments") continue;
      if (item.is_string()) parts.push_back(&item);
      if (!item.is_list()) continue;
      for (auto& word : item.list_ref()) {
        if (word.is_string()) parts.push_back(&word);
      }
    }
    if (parts.size() < 2) return;
    std::string line;
    for (const Value* part : parts) line += part->as_string() + " ";
    const auto findings = find_secrets(line);
    size_t start = 0;
    for (Value* part : parts) {
      const std::string& text = part->as_string();
      const size_t end = start + text.size();
      std::vector<SecretFinding> inside;
      for (const auto& finding : findings) {
        const size_t from = std::max(finding.start, start);
        const size_t to = std::min(finding.start + finding.length, end);
        if (from < to) inside.push_back({from - start, to - from, finding.kind});
      }
      for (const auto& finding : inside) note(finding.kind);
      if (!inside.empty()) *part = without_secrets(text, inside);
      start = end + 1;
    }
  }

  std::string clean_text(const std::string& text, std::string_view name) {
    if (const char* kind = named_secret(name, text)) {
      note(kind);
      return secret_mark(kind);
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

bool holds_secret(const EventData& data) { return holds_secret(type_of(data), data.content()); }

Status redact_secrets(Drafts& drafts, std::vector<std::string>& notices) {
  std::vector<std::string> all;
  for (auto& draft : drafts) {
    if (!holds_secret(draft.data)) continue;
    Cleaner cleaner(name_of(draft.data));
    Value tree = data_to_value(draft.data);
    cleaner.clean(tree, {});
    CLEW_ASSIGN(draft.data, data_from_value(kind_of(draft.data), tree));
    for (const auto& finding : cleaner.findings()) {
      if (std::find(all.begin(), all.end(), finding) == all.end()) all.push_back(finding);
    }
  }
  if (all.empty()) return success();
  const size_t more = all.size() > kMaxNamed ? all.size() - kMaxNamed : 0;
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
