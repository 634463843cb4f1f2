// Attributes and the small change between members of a tree and the core's types.

#include "dialect/tree_dialect.h"

namespace clew {
namespace {

std::string joined(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

std::string keyed(std::string_view dialect, const std::string& path) {
  return std::string(dialect) + "." + path;
}

}  // namespace

void read_attributes(std::string_view dialect, const Shape& shape, HomeOwner owner,
                     const Value& object, std::vector<Attribute>& into, const std::string& prefix) {
  for (const auto& field : shape.fields) {
    const Value* member = object.find(field.name);
    if (member == nullptr) continue;
    const std::string path = joined(prefix, field.name);
    if (field.home.kind == HomeKind::kAttribute) {
      if (field.home.owner == owner) set_attribute(into, keyed(dialect, path), *member);
    } else if (field.shape.kind == ShapeKind::kObject && member->is_object()) {
      read_attributes(dialect, field.shape, owner, *member, into, path);
    }
  }
}

void write_attributes(std::string_view dialect, const Shape& shape, HomeOwner owner,
                      const std::vector<Attribute>& attributes, Value& object,
                      const std::string& prefix) {
  for (const auto& field : shape.fields) {
    const std::string path = joined(prefix, field.name);
    if (field.home.kind == HomeKind::kAttribute) {
      if (field.home.owner != owner) continue;
      if (const Value* value = find_attribute(attributes, keyed(dialect, path))) {
        object.set(field.name, *value);
      } else if (field.need == FieldNeed::kRequired && field.shape.null &&
                 object.find(field.name) == nullptr) {
        object.set(field.name, nullptr);
      }
      continue;
    }
    if (field.shape.kind != ShapeKind::kObject) continue;
    const Value* present = object.find(field.name);
    if (present != nullptr && !present->is_object()) continue;
    Value inside = present == nullptr ? Value::object() : *present;
    write_attributes(dialect, field.shape, owner, attributes, inside, path);
    if (present != nullptr || !inside.as_object().empty())
      object.set(field.name, std::move(inside));
  }
}

const Value* find_attribute(const std::vector<Attribute>& attributes, std::string_view key) {
  for (const auto& attribute : attributes) {
    if (attribute.key == key) return &attribute.value;
  }
  return nullptr;
}

void set_attribute(std::vector<Attribute>& attributes, std::string_view key, Value value) {
  for (auto& attribute : attributes) {
    if (attribute.key != key) continue;
    attribute.value = std::move(value);
    return;
  }
  attributes.push_back({std::string(key), std::move(value)});
}

std::string text_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member == nullptr ? std::string() : member->as_string();
}

std::optional<Time> time_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  if (member == nullptr || member->as_string().empty()) return std::nullopt;
  const auto parsed = parse_time(member->as_string());
  return parsed ? std::optional(parsed->time) : std::nullopt;
}

std::optional<int64_t> integer_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member != nullptr && member->is_number() ? std::optional(member->as_int()) : std::nullopt;
}

std::optional<double> number_in(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member != nullptr && member->is_number() ? std::optional(member->as_double())
                                                  : std::nullopt;
}

const Value::List& list_in(const Value& object, std::string_view name) {
  static const Value::List kNone;
  const Value* member = object.find(name);
  return member == nullptr ? kNone : member->as_list();
}

std::vector<std::string> texts_in(const Value& object, std::string_view name) {
  std::vector<std::string> out;
  const Value* member = object.find(name);
  if (member == nullptr) return out;
  for (const auto& element : member->as_list()) {
    if (element.is_string()) out.push_back(element.as_string());
  }
  return out;
}

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

Value time_or_null(const std::optional<Time>& time) {
  return time ? Value(to_iso(*time)) : Value();
}

Value texts(const std::vector<std::string>& list) {
  Value out = Value::list();
  for (const auto& text : list) out.push(text);
  return out;
}

}  // namespace clew
