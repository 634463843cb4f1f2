#include "document/shape/publish_schema.h"

#include <fmt/format.h>

#include "document/shape/check_shape.h"

namespace clew {
namespace {

Value schema_of(const Shape& shape);

void set_type(Value& schema, const Shape& shape, const char* type) {
  if (!shape.null) {
    schema.set("type", type);
    return;
  }
  schema.set("type", Value::List{type, "null"});
}

void set_count(Value& schema, const Shape& shape, const char* least, const char* most) {
  if (shape.shortest) schema.set(least, static_cast<int64_t>(*shape.shortest));
  if (shape.longest) schema.set(most, static_cast<int64_t>(*shape.longest));
}

Value plain_number(double number) {
  const auto whole = static_cast<int64_t>(number);
  return static_cast<double>(whole) == number ? Value(whole) : Value(number);
}

void add_text(Value& schema, const Shape& shape) {
  set_type(schema, shape, "string");
  if (!shape.words.empty() && !shape.open_words) {
    Value words = Value::list();
    for (const auto& word : shape.words) words.push(word);
    if (shape.null) words.push(nullptr);
    schema.set("enum", std::move(words));
  } else if (!shape.words.empty()) {
    Value words = Value::list();
    for (const auto& word : shape.words) words.push(word);
    schema.set("examples", std::move(words));
  }
  if (!shape.pattern.empty()) schema.set("pattern", shape.pattern);
  set_count(schema, shape, "minLength", "maxLength");
}

void add_object(Value& schema, const Shape& shape) {
  set_type(schema, shape, "object");
  Value required = Value::list();
  Value properties = Value::object();
  for (const auto& field : shape.fields) {
    Value member = schema_of(field.shape);
    if (!field.doc.empty()) member.set("description", field.doc);
    properties.set(field.name, std::move(member));
    if (field.need == FieldNeed::kRequired) required.push(field.name);
  }
  schema.set("properties", std::move(properties));
  if (!required.as_list().empty()) schema.set("required", std::move(required));
  if (shape.openness == Openness::kClosed) schema.set("additionalProperties", false);
}

Value schema_of(const Shape& shape) {
  Value schema = Value::object();
  switch (shape.kind) {
    case ShapeKind::kAny:
      break;
    case ShapeKind::kText:
      add_text(schema, shape);
      break;
    case ShapeKind::kTime:
      set_type(schema, shape, "string");
      schema.set("pattern", kTimePattern);
      break;
    case ShapeKind::kDate:
      set_type(schema, shape, "string");
      schema.set("pattern", kDatePattern);
      break;
    case ShapeKind::kInteger:
    case ShapeKind::kNumber:
      set_type(schema, shape, shape.kind == ShapeKind::kInteger ? "integer" : "number");
      if (shape.least) schema.set("minimum", plain_number(*shape.least));
      if (shape.most) schema.set("maximum", plain_number(*shape.most));
      break;
    case ShapeKind::kBoolean:
      set_type(schema, shape, "boolean");
      break;
    case ShapeKind::kList:
      set_type(schema, shape, "array");
      schema.set("items", schema_of(*shape.element));
      set_count(schema, shape, "minItems", "maxItems");
      if (shape.distinct) schema.set("uniqueItems", true);
      break;
    case ShapeKind::kObject:
      add_object(schema, shape);
      break;
    case ShapeKind::kMap:
      set_type(schema, shape, "object");
      if (shape.pattern.empty()) {
        schema.set("additionalProperties", schema_of(*shape.element));
      } else {
        Value patterns = Value::object();
        patterns.set(shape.pattern, schema_of(*shape.element));
        schema.set("patternProperties", std::move(patterns));
        schema.set("additionalProperties", false);
      }
      set_count(schema, shape, "minProperties", "maxProperties");
      break;
  }
  return schema;
}

// Each of a list is told by the same words as the only one.
Value one_or_several(Value one) {
  Value definitions = Value::object();
  definitions.set("one", std::move(one));
  Value same = Value::object();
  same.set("$ref", "#/$defs/one");
  Value several = Value::object();
  several.set("type", "array");
  several.set("items", same);
  several.set("minItems", 1);
  Value body = Value::object();
  body.set("anyOf", Value::List{same, several});
  body.set("$defs", std::move(definitions));
  return body;
}

Value with_head(const Value& body, const std::string& id, const std::string& title) {
  Value schema = Value::object();
  schema.set("$schema", "https://json-schema.org/draft/2020-12/schema");
  schema.set("$id", id);
  schema.set("title", title);
  for (const auto& [name, member] : body.as_object()) schema.set(name, member);
  return schema;
}

}  // namespace

Value publish_schema(const Shape& shape, const std::string& id, const std::string& title) {
  return with_head(schema_of(shape), id, title);
}

Value publish_schema(const std::string& dialect, const DocumentShape& document) {
  const bool lines = document.kind == DocumentKind::kJsonLines;
  Value body = schema_of(document.shape);
  if (document.count == DocumentCount::kOneOrSeveral) body = one_or_several(std::move(body));
  return with_head(body,
                   fmt::format("https://clew.invalid/schemas/{}/{}.json", dialect, document.name),
                   fmt::format("{} {}: {}{}", dialect, document.name, lines ? "one line of " : "",
                               document.path));
}

}  // namespace clew
