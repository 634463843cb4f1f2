#include "command/scrub.h"

#include <array>
#include <string_view>

namespace clew {
namespace {

// Strings that name something rather than tell it.
constexpr std::array<std::string_view, 20> kSecretNames = {
    "path",    "paths",    "project",     "project_path", "device",   "mode",   "model",
    "branch",  "commit",   "key",         "id",           "dialect",  "type",   "workflow",
    "version", "archived", "archived_as", "created",      "modified", "deleted"};

bool is_name(std::string_view field) {
  for (const auto name : kSecretNames) {
    if (name == field) return true;
  }
  return false;
}

// Fields of evidence and gates are matched by name; what a gate compares with is its structure.
template <class T>
constexpr bool kIsGatePart =
    std::is_same_v<T, EvidenceItem> || std::is_same_v<T, GateField> ||
    std::is_same_v<T, GateFinding> || std::is_same_v<T, CrossRule> || std::is_same_v<T, Check>;

bool is_gate_name(std::string_view field) {
  return field == "name" || field == "left" || field == "right" || field == "operand";
}

bool names_content(std::string_view field) { return field == "content" || field == "output"; }

class Everything {
 public:
  template <class T>
  bool spares(std::string_view field) const {
    return is_name(field) || (kIsGatePart<T> && is_gate_name(field));
  }
  void text(std::string& text) const {
    if (!text.empty()) text = kRedacted;
  }
  bool lets_go(const Hash&) const { return true; }
};

class OneText {
 public:
  OneText(const std::string& text, const std::function<bool(const Hash&)>& holds)
      : text_(text), holds_(holds) {}
  template <class T>
  bool spares(std::string_view) const {
    return false;
  }
  void text(std::string& text) const {
    const std::string_view mark = kRedacted;
    for (size_t at = text.find(text_); at != std::string::npos;
         at = text.find(text_, at + mark.size())) {
      text.replace(at, text_.size(), mark);
    }
  }
  bool lets_go(const Hash& content) const { return holds_(content); }

 private:
  const std::string& text_;
  const std::function<bool(const Hash&)>& holds_;
};

template <class How>
void scrub_value(Value& value, const How& how) {
  if (value.is_string()) {
    std::string text = value.as_string();
    how.text(text);
    value = Value(std::move(text));
  } else if (value.is_list()) {
    for (auto& item : value.list_ref()) scrub_value(item, how);
  } else if (value.is_object()) {
    for (auto& [key, item] : value.object_ref()) scrub_value(item, how);
  }
}

template <class T, class How>
void scrub(T& x, const How& how) {
  if constexpr (std::is_same_v<T, std::string>) {
    how.text(x);
  } else if constexpr (std::is_same_v<T, Value>) {
    scrub_value(x, how);
  } else if constexpr (IsOptional<T>::value) {
    if (x) scrub(*x, how);
  } else if constexpr (IsVector<T>::value) {
    for (auto& item : x) scrub(item, how);
  } else if constexpr (HasFields<T>) {
    for_each_field<T>([&](const auto& f) {
      auto& member = x.*(f.member);
      if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Hash>) {
        if (!member.empty() && names_content(f.name) && how.lets_go(member)) member = Hash{};
      } else if (!how.template spares<T>(f.name)) {
        scrub(member, how);
      }
    });
  }
}

}  // namespace

EventData scrub_event(EventData data) {
  visit([](auto& event) { scrub(event, Everything()); }, data);
  return data;
}

EventData scrub_text(EventData data, const std::string& text,
                     const std::function<bool(const Hash& content)>& holds) {
  visit([&](auto& event) { scrub(event, OneText(text, holds)); }, data);
  return data;
}

}  // namespace clew
