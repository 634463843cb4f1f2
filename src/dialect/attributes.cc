// Attributes between the members of a tree and the session.

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

}  // namespace clew
