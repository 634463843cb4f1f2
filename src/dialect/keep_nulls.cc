#include "dialect/keep_nulls.h"

namespace clew {

void keep_nulls(const Shape& shape, const Value& before, Value& after) {
  if (!before.is_object() || !after.is_object()) return;
  for (const auto& field : shape.fields) {
    const Value* old = before.find(field.name);
    if (old == nullptr) continue;
    const Value* present = after.find(field.name);
    if (field.home.kind == HomeKind::kAttribute) {
      if (present == nullptr && field.shape.null) after.set(field.name, nullptr);
    } else if (field.shape.kind == ShapeKind::kObject && present != nullptr) {
      Value inside = *present;
      keep_nulls(field.shape, *old, inside);
      if (inside != *present) after.set(field.name, std::move(inside));
    }
  }
}

}  // namespace clew
