#include "command/retention/scrub.h"

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
bool is_gate_part(const TypeInfo& type) {
  return &type == &kTypeInfo<EvidenceItem> || &type == &kTypeInfo<GateField> ||
         &type == &kTypeInfo<GateFinding> || &type == &kTypeInfo<CrossRule> ||
         &type == &kTypeInfo<Check>;
}

bool is_gate_name(std::string_view field) {
  return field == "name" || field == "left" || field == "right" || field == "operand";
}

bool names_content(std::string_view field) { return field == "content" || field == "output"; }

// What goes, and what becomes of it.
class Scrubbing {
 public:
  virtual ~Scrubbing() = default;
  virtual bool spares(const TypeInfo& of, std::string_view field) const = 0;
  virtual void text(std::string& text) const = 0;
  virtual bool lets_go(const Hash& content) const = 0;
};

class Everything : public Scrubbing {
 public:
  bool spares(const TypeInfo& of, std::string_view field) const override {
    return is_name(field) || (is_gate_part(of) && is_gate_name(field));
  }
  void text(std::string& text) const override {
    if (!text.empty()) text = kRedacted;
  }
  bool lets_go(const Hash&) const override { return true; }
};

class OneText : public Scrubbing {
 public:
  OneText(const std::string& text, const std::function<bool(const Hash&)>& holds)
      : text_(text), holds_(holds) {}
  bool spares(const TypeInfo&, std::string_view) const override { return false; }
  void text(std::string& text) const override {
    const std::string_view mark = kRedacted;
    for (size_t at = text.find(text_); at != std::string::npos;
         at = text.find(text_, at + mark.size())) {
      text.replace(at, text_.size(), mark);
    }
  }
  bool lets_go(const Hash& content) const override { return holds_(content); }

 private:
  const std::string& text_;
  const std::function<bool(const Hash&)>& holds_;
};

void scrub_value(Value& value, const Scrubbing& how) {
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

void scrub(const TypeInfo& type, void* x, const Scrubbing& how);

void scrub_members(const TypeInfo& type, void* x, const Scrubbing& how) {
  for (const MemberInfo& member : type.structure().members) {
    if (member.type->form == TypeForm::kHash) {
      auto& hash = *static_cast<Hash*>(member.of(x));
      if (!hash.empty() && names_content(member.name) && how.lets_go(hash)) hash = Hash{};
    } else if (!how.spares(type, member.name)) {
      scrub(*member.type, member.of(x), how);
    }
  }
}

void scrub(const TypeInfo& type, void* x, const Scrubbing& how) {
  if (type.form == TypeForm::kText) {
    how.text(text_in(x));
  } else if (type.form == TypeForm::kValue) {
    scrub_value(*static_cast<Value*>(x), how);
  } else if (type.form == TypeForm::kStruct) {
    scrub_members(type, x, how);
  } else {
    for_each_part(type, x, [&](const TypeInfo& inner, void* part) { scrub(inner, part, how); });
  }
}

}  // namespace

EventData scrub_event(EventData data) {
  scrub(type_of(data), data.content(), Everything());
  return data;
}

EventData scrub_text(EventData data, const std::string& text,
                     const std::function<bool(const Hash& content)>& holds) {
  scrub(type_of(data), data.content(), OneText(text, holds));
  return data;
}

}  // namespace clew
