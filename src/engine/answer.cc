#include "engine/answer.h"

#include "document/json/json.h"

namespace clew {

namespace {

Value error_fields(const Error& error, const Value& context) {
  Value fields = Value::object();
  fields.set("code", describe(error.code).name);
  fields.set("message", error.message);
  fields.set("subject", error.subject);
  fields.set("next", error.next);
  if (!context.is_null()) fields.set("error_context", context);
  return fields;
}

}  // namespace

std::string json_document(const Answer& answer, const Value& error_context) {
  Value document = Value::object();
  document.set("schema_version", 1);
  if (answer.refusal) document.set("error", error_fields(*answer.refusal, error_context));
  document.set("data", answer.data);
  return write_json(document);
}

std::string json_document(const Error& error, const Value& error_context) {
  Value document = Value::object();
  document.set("schema_version", 1);
  document.set("error", error_fields(error, error_context));
  return write_json(document);
}

}  // namespace clew
