#include "document/shape/complete.h"

#include <algorithm>

#include "base/time.h"
#include "document/shape/check_shape.h"

namespace clew {
namespace {

bool is_unknown_time(const Shape& shape, const Value& value) {
  if (shape.kind != ShapeKind::kTime || !value.is_string()) return false;
  const auto time = parse_time(value.as_string());
  return time && time->time == Time();
}

bool is_lacking(const Shape& shape, const Value& value) {
  const auto problems = check_shape(shape, value);
  return std::any_of(problems.begin(), problems.end(), [](const ShapeProblem& problem) {
    return problem.severity == Severity::kError && std::string_view(problem.rule) == "missing";
  });
}

// The element of `known` that this one is; null: nobody knows it.
const Value* same_element(const Value& known, const Value& element, const std::string& key) {
  const Value* id = key.empty() ? nullptr : element.find(key);
  if (id == nullptr) return nullptr;
  for (const auto& other : known.as_list()) {
    const Value* its = other.find(key);
    if (its != nullptr && *its == *id) return &other;
  }
  return nullptr;
}

Value* member_named(Value& object, const std::string& name) {
  for (auto& member : object.object_ref()) {
    if (member.first == name) return &member.second;
  }
  return nullptr;
}

class Completing {
 public:
  explicit Completing(const TreePath& stopped) : stopped_(stopped) {}

  void fill(const Shape& shape, Value& value, const Value* known, const TreePath& path) {
    if (shape.kind == ShapeKind::kObject && value.is_object()) {
      fill_object(shape, value, known, path);
    } else if (shape.kind == ShapeKind::kList && value.is_list()) {
      fill_list(shape, value, known, path);
    } else if (shape.kind == ShapeKind::kMap && value.is_object()) {
      fill_map(shape, value, known, path);
    }
  }

  std::vector<TreePath> added;
  std::vector<TreePath> left_out;

 private:
  bool is_stopped_in(const TreePath& path) const {
    return path.size() <= stopped_.size() && std::equal(path.begin(), path.end(), stopped_.begin());
  }

  void fill_object(const Shape& shape, Value& object, const Value* known, const TreePath& path) {
    for (const auto& field : shape.fields) {
      const Value* reported = known == nullptr ? nullptr : known->find(field.name);
      // A time of zero stands for one that nobody knows.
      if (reported != nullptr && is_unknown_time(field.shape, *reported)) reported = nullptr;
      const TreePath at = path / field.name;
      if (Value* present = member_named(object, field.name)) {
        fill(field.shape, *present, reported, at);
      } else if (field.need == FieldNeed::kRequired) {
        add(field, object, reported, at);
      }
    }
  }

  // From what is known; else null, an empty list, or an object with what it needs, as the shape
  // allows. Nothing is made up.
  void add(const FieldShape& field, Value& object, const Value* reported, const TreePath& path) {
    Value value;
    if (reported != nullptr) {
      value = without_unknown_times(field.shape, *reported);
    } else if (field.shape.null) {
      value = Value();
    } else if (field.shape.kind == ShapeKind::kList && !field.shape.shortest) {
      value = Value::list();
    } else if (field.shape.kind == ShapeKind::kObject || field.shape.kind == ShapeKind::kMap) {
      value = Value::object();
      Completing inside({});
      inside.fill(field.shape, value, nullptr, {});
      if (is_lacking(field.shape, value)) return;
    } else {
      return;
    }
    object.set(field.name, std::move(value));
    added.push_back(path);
  }

  // Only the last element can be the one that reading stopped in. Without a key nobody can say
  // which of the known ones it is.
  void fill_list(const Shape& shape, Value& list, const Value* known, const TreePath& path) {
    auto& elements = list.list_ref();
    for (size_t i = 0; i < elements.size(); ++i) {
      const TreePath at = path / i;
      const bool is_cut = i + 1 == elements.size() && is_stopped_in(at);
      if (is_cut && shape.key.empty() && is_lacking(*shape.element, elements[i])) {
        left_out.push_back(at);
        elements.pop_back();
        return;
      }
      const Value* reported = known != nullptr && known->is_list()
                                  ? same_element(*known, elements[i], shape.key)
                                  : nullptr;
      const size_t before = added.size();
      fill(*shape.element, elements[i], reported, at);
      if (!is_cut || !is_lacking(*shape.element, elements[i])) continue;
      added.resize(before);
      left_out.push_back(at);
      elements.pop_back();
      return;
    }
  }

  void fill_map(const Shape& shape, Value& map, const Value* known, const TreePath& path) {
    for (auto& [name, value] : map.object_ref()) {
      const TreePath at = path / name;
      const size_t before = added.size();
      fill(*shape.element, value, known == nullptr ? nullptr : known->find(name), at);
      if (!is_stopped_in(at) || !is_lacking(*shape.element, value)) continue;
      added.resize(before);
      left_out.push_back(at);
      map.erase(name);
      return;  // it was the last
    }
  }

  const TreePath stopped_;
};

}  // namespace

Completion complete(const Shape& shape, Value tree, const Value& known, const TreePath& stopped) {
  Completing completing(stopped);
  completing.fill(shape, tree, known.is_null() ? nullptr : &known, {});
  return {std::move(tree), std::move(completing.added), std::move(completing.left_out)};
}

Value without_unknown_times(const Shape& shape, Value tree) {
  if (tree.is_list()) {
    const Shape& element = shape.kind == ShapeKind::kList ? *shape.element : shape;
    for (auto& each : tree.list_ref()) each = without_unknown_times(element, std::move(each));
  } else if (tree.is_object() && shape.kind == ShapeKind::kMap) {
    for (auto& [name, value] : tree.object_ref()) {
      value = without_unknown_times(*shape.element, std::move(value));
    }
  } else if (tree.is_object()) {
    for (const auto& field : shape.fields) {
      Value* value = member_named(tree, field.name);
      if (value == nullptr) continue;
      if (!is_unknown_time(field.shape, *value)) {
        *value = without_unknown_times(field.shape, std::move(*value));
      } else if (field.shape.null) {
        *value = Value();
      } else {
        tree.erase(field.name);
      }
    }
  }
  return tree;
}

}  // namespace clew
