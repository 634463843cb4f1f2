#include "command/integrity/given_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "document/document_text.h"
#include "document/json/json.h"
#include "document/shape/check_shape.h"

namespace clew {
namespace {

bool is_own_tree(const DocumentShape& document) {
  return document.owner == FileOwner::kSession &&
         (document.kind == DocumentKind::kJson || document.kind == DocumentKind::kYaml);
}

bool is_value(const Shape& shape) {
  return shape.kind != ShapeKind::kAny && shape.kind != ShapeKind::kObject &&
         shape.kind != ShapeKind::kList && shape.kind != ShapeKind::kMap;
}

// The field at a path through objects alone; null: there is none that is one value.
const FieldShape* value_at(const Shape& shape, const TreePath& path) {
  const Shape* at = &shape;
  const FieldShape* found = nullptr;
  for (const auto& part : path) {
    if (at->kind != ShapeKind::kObject) return nullptr;
    const auto field =
        std::ranges::find(at->fields, std::get<std::string>(part), &FieldShape::name);
    if (field == at->fields.end()) return nullptr;
    found = &*field;
    at = &field->shape;
  }
  return found != nullptr && is_value(found->shape) ? found : nullptr;
}

TreePath path_of_name(std::string_view name) {
  TreePath path;
  while (true) {
    const size_t dot = name.find('.');
    path.emplace_back(std::string(name.substr(0, dot)));
    if (dot == std::string_view::npos) return path;
    name.remove_prefix(dot + 1);
  }
}

Value value_of_word(const Shape& shape, const std::string& word) {
  const bool is_text = shape.kind == ShapeKind::kText || shape.kind == ShapeKind::kTime ||
                       shape.kind == ShapeKind::kDate;
  auto parsed = is_text ? Result<Value>(Value(word)) : parse_json(word);
  return parsed ? std::move(*parsed) : Value(word);
}

void put_value(Value& tree, const TreePath& path, const Value& value, size_t depth = 0) {
  const std::string& name = std::get<std::string>(path[depth]);
  if (depth + 1 == path.size()) {
    tree.set(name, value);
    return;
  }
  const Value* inside = tree.find(name);
  Value object = inside == nullptr ? Value::object() : *inside;
  put_value(object, path, value, depth + 1);
  tree.set(name, std::move(object));
}

void add_missing_values(const Shape& shape, const Value* tree, const std::string& prefix,
                        std::vector<std::string>& names) {
  if (tree != nullptr && !tree->is_object()) return;
  for (const auto& field : shape.fields) {
    if (field.need != FieldNeed::kRequired) continue;
    const Value* value = tree == nullptr ? nullptr : tree->find(field.name);
    if (field.shape.kind == ShapeKind::kObject) {
      add_missing_values(field.shape, value, prefix + field.name + ".", names);
    } else if (value == nullptr && is_value(field.shape)) {
      names.push_back(prefix + field.name);
    }
  }
}

}  // namespace

Result<std::vector<GivenValue>> given_values(const Dialect& dialect,
                                             const std::vector<std::string>& pairs) {
  std::vector<GivenValue> given;
  for (const auto& pair : pairs) {
    const size_t equals = pair.find('=');
    const std::string name = pair.substr(0, equals);
    if (equals == std::string::npos || name.empty()) {
      return make_error(ErrorCode::kUsage, "--set takes FIELD=VALUE", pair,
                        fmt::format("clew schema {}", dialect.name()));
    }
    const TreePath path = path_of_name(name);
    const FieldShape* field = nullptr;
    for (const auto& document : dialect.documents()) {
      if (field != nullptr || !is_own_tree(document)) continue;
      field = value_at(document.shape, path);
      if (field != nullptr) given.push_back({document.name, path, {}});
    }
    if (field == nullptr) {
      return make_error(ErrorCode::kUsage,
                        fmt::format("{} files have no single value \"{}\"", dialect.name(), name),
                        pair, fmt::format("clew schema {}", dialect.name()));
    }
    given.back().value = value_of_word(field->shape, pair.substr(equals + 1));
    for (const auto& problem : check_shape(field->shape, given.back().value)) {
      if (problem.severity != Severity::kError) continue;
      return make_error(ErrorCode::kUsage, fmt::format("{}: {}", name, problem.message), pair,
                        fmt::format("clew schema {}", dialect.name()));
    }
  }
  return given;
}

Result<ExtendedText> with_given(const Dialect& dialect, const NamedFile& file,
                                const std::vector<GivenValue>& given) {
  ExtendedText text{file.text, {}};
  const DocumentShape* document = dialect.document_of(file.path);
  if (document == nullptr || !is_own_tree(*document)) return text;
  auto tree = parse_text(document->kind, file.text);
  if (!tree || !tree->is_object()) return text;
  for (const auto& each : given) {
    if (each.document != document->name || find_value(*tree, each.path) != nullptr) continue;
    put_value(*tree, each.path, each.value);
    text.added.push_back(each.path);
  }
  if (!text.added.empty()) {
    CLEW_ASSIGN(text.text, text_saying(*document, file.text, *tree));
  }
  return text;
}

std::vector<std::string> values_to_give(const Dialect& dialect, const NamedFile& file) {
  std::vector<std::string> names;
  const DocumentShape* document = dialect.document_of(file.path);
  if (document == nullptr || !is_own_tree(*document)) return names;
  const auto tree = parse_text(document->kind, file.text);
  if (tree && tree->is_object()) add_missing_values(document->shape, &*tree, "", names);
  return names;
}

}  // namespace clew
