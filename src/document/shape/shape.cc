#include "document/shape/shape.h"

#include "base/check.h"

namespace clew {
namespace {

Shape of(ShapeKind kind) {
  Shape shape;
  shape.kind = kind;
  return shape;
}

}  // namespace

Shape any() { return of(ShapeKind::kAny); }
Shape text() { return of(ShapeKind::kText); }

Shape text(size_t shortest, size_t longest) {
  Shape shape = of(ShapeKind::kText);
  shape.shortest = shortest;
  shape.longest = longest;
  return shape;
}

Shape pattern_text(std::string pattern) {
  Shape shape = of(ShapeKind::kText);
  shape.matcher = std::make_shared<const Pattern>(pattern);
  CLEW_CHECK(shape.matcher->ok());
  shape.pattern = std::move(pattern);
  return shape;
}

Shape one_of(std::vector<std::string> words) {
  Shape shape = of(ShapeKind::kText);
  shape.words = std::move(words);
  return shape;
}

Shape usually(std::vector<std::string> words) {
  Shape shape = one_of(std::move(words));
  shape.open_words = true;
  return shape;
}

Shape time() { return of(ShapeKind::kTime); }
Shape date() { return of(ShapeKind::kDate); }

Shape integer(std::optional<double> least, std::optional<double> most) {
  Shape shape = of(ShapeKind::kInteger);
  shape.least = least;
  shape.most = most;
  return shape;
}

Shape number(std::optional<double> least, std::optional<double> most) {
  Shape shape = of(ShapeKind::kNumber);
  shape.least = least;
  shape.most = most;
  return shape;
}

Shape boolean() { return of(ShapeKind::kBoolean); }

Shape nullable(Shape shape) {
  shape.null = true;
  return shape;
}

Shape list(Shape element, std::string key) {
  Shape shape = of(ShapeKind::kList);
  shape.element = std::make_shared<const Shape>(std::move(element));
  shape.key = std::move(key);
  return shape;
}

Shape map(Shape element, std::string key_pattern) {
  Shape shape = of(ShapeKind::kMap);
  shape.element = std::make_shared<const Shape>(std::move(element));
  if (!key_pattern.empty()) {
    shape.matcher = std::make_shared<const Pattern>(key_pattern);
    CLEW_CHECK(shape.matcher->ok());
  }
  shape.pattern = std::move(key_pattern);
  return shape;
}

Shape object(std::vector<FieldShape> fields, Openness openness) {
  Shape shape = of(ShapeKind::kObject);
  shape.fields = std::move(fields);
  shape.openness = openness;
  return shape;
}

FieldShape required(std::string name, Shape shape, std::string doc, Home home) {
  return {std::move(name), std::move(shape), FieldNeed::kRequired, std::move(doc), std::move(home)};
}

FieldShape optional(std::string name, Shape shape, std::string doc, Home home) {
  return {std::move(name), std::move(shape), FieldNeed::kOptional, std::move(doc), std::move(home)};
}

const Shape& inner(const Shape& shape) {
  return (shape.kind == ShapeKind::kList || shape.kind == ShapeKind::kMap) && shape.element
             ? inner(*shape.element)
             : shape;
}

const FieldShape* find_field(const Shape& shape, std::string_view path) {
  const size_t dot = path.find('.');
  const std::string_view name = path.substr(0, dot);
  for (const auto& field : inner(shape).fields) {
    if (field.name != name) continue;
    return dot == std::string_view::npos ? &field : find_field(field.shape, path.substr(dot + 1));
  }
  return nullptr;
}

}  // namespace clew
