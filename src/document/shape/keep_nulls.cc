#include "document/shape/keep_nulls.h"

#include <algorithm>

namespace clew {
namespace {

Value* member_of(Value& object, const std::string& name) {
  auto& members = object.object_ref();
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const Value::Member& each) { return each.first == name; });
  return found == members.end() ? nullptr : &found->second;
}

// The element of `before` that is the same as this one; null: it is new.
const Value* counterpart(const Value* before, const Value& element, const std::string& key) {
  const Value* id = element.find(key);
  if (before == nullptr || id == nullptr) return nullptr;
  for (const auto& other : before->as_list()) {
    const Value* same = other.find(key);
    if (same != nullptr && *same == *id) return &other;
  }
  return nullptr;
}

bool is_keyed_list(const Shape& shape) {
  return shape.kind == ShapeKind::kList && !shape.key.empty();
}

bool is_nullable_attribute(const FieldShape& field) {
  return field.home.kind == HomeKind::kAttribute && field.shape.null;
}

// Members in the order of the shape, those it does not know last.
void put_in_order(const Shape& shape, Value& object) {
  const auto rank = [&](const Value::Member& member) {
    return std::find_if(shape.fields.begin(), shape.fields.end(),
                        [&](const FieldShape& field) { return field.name == member.first; });
  };
  auto& members = object.object_ref();
  std::stable_sort(members.begin(), members.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

}  // namespace

void keep_nulls(const Shape& shape, const Value& before, Value& after) {
  if (!before.is_object() || !after.is_object()) return;
  for (const auto& field : shape.fields) {
    const Value* old = before.find(field.name);
    if (old == nullptr) continue;
    Value* present = member_of(after, field.name);
    if (field.home.kind == HomeKind::kAttribute) {
      if (present == nullptr && field.shape.null) after.set(field.name, nullptr);
    } else if (present != nullptr && field.shape.kind == ShapeKind::kObject) {
      keep_nulls(field.shape, *old, *present);
    } else if (present != nullptr && present->is_list() && is_keyed_list(field.shape)) {
      for (auto& element : present->list_ref()) {
        const Value* same = counterpart(old, element, field.shape.key);
        if (same != nullptr) keep_nulls(*field.shape.element, *same, element);
      }
    }
  }
}

void add_nulls(const Shape& shape, const Value* before, Value& after) {
  if (!after.is_object()) return;
  for (const auto& field : shape.fields) {
    Value* present = member_of(after, field.name);
    const Value* old = before == nullptr ? nullptr : before->find(field.name);
    if (present == nullptr) {
      if (before == nullptr && is_nullable_attribute(field)) after.set(field.name, nullptr);
    } else if (field.shape.kind == ShapeKind::kObject) {
      add_nulls(field.shape, old, *present);
    } else if (present->is_list() && is_keyed_list(field.shape)) {
      for (auto& element : present->list_ref()) {
        add_nulls(*field.shape.element, counterpart(old, element, field.shape.key), element);
      }
    }
  }
  put_in_order(shape, after);
}

}  // namespace clew
